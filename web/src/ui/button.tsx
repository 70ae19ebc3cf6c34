import { Icon, type IconName } from "./icon.tsx";

export interface ButtonProps extends Omit<React.ComponentProps<"button">, "children"> {
  /** One `first` in a view: what it is for. `bad` takes something away. */
  rank?: "first" | "plain" | "quiet" | "bad";
  icon?: IconName;
  /** What it says while it works; it cannot be pressed then. */
  busy?: string | false | undefined;
  children?: React.ReactNode;
}

export function Button({ rank = "plain", icon, busy = false, children, className = "", ...rest }: ButtonProps): React.ReactNode {
  const names = ["button", rank === "plain" ? "" : rank, children === undefined ? "square" : "", className].filter(Boolean);
  return (
    <button type="button" {...rest} className={names.join(" ")} disabled={rest.disabled === true || busy !== false}>
      {icon && <Icon name={icon} />}
      {busy === false ? children : busy}
    </button>
  );
}
