/** A menu under a button, by keyboard too: arrows, letters, Escape. */
import { DropdownMenu as Radix } from "radix-ui";

/** Where menus hang: inside the header, so that a screen reader finds them in a landmark. */
const FLOATS = "floats";

interface MenuProps {
  /** The button; it takes the menu's state as attributes. */
  trigger: React.ReactNode;
  label: string;
  defaultOpen?: boolean;
  /** Where the focus goes when it closes; prevented, it does not go to the button. */
  closed?: (event: Event) => void;
  children: React.ReactNode;
}

export function Menu({ trigger, label, defaultOpen = false, closed, children }: MenuProps): React.ReactNode {
  return (
    <Radix.Root defaultOpen={defaultOpen} modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={document.getElementById(FLOATS)}>
        <Radix.Content
          className="menu"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          {...(closed && { onCloseAutoFocus: closed })}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function MenuItem({ onSelect, children }: { onSelect: () => void; children: React.ReactNode }): React.ReactNode {
  return (
    <Radix.Item className="menu-item" onSelect={onSelect}>
      {children}
    </Radix.Item>
  );
}

export function MenuLine(): React.ReactNode {
  return <Radix.Separator className="menu-line" />;
}

export function MenuHead({ children }: { children: React.ReactNode }): React.ReactNode {
  return <Radix.Label className="menu-head">{children}</Radix.Label>;
}
