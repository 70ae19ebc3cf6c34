import { Popover as Radix } from "radix-ui";

/** From the end of what it stands beside. */
const BESIDE_PX = 16;

interface PopoverProps {
  trigger: React.ReactNode;
  /** Its name for screen readers. */
  label: string;
  defaultOpen?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** What it opens beside, instead of its button. */
  beside?: React.RefObject<HTMLElement | null>;
  children: React.ReactNode;
}

/** Something beside a button that can be read and left again. */
export function Popover({ trigger, label, defaultOpen = false, onOpenChange, beside, children }: PopoverProps): React.ReactNode {
  return (
    <Radix.Root defaultOpen={defaultOpen} {...(onOpenChange ? { onOpenChange } : {})}>
      {beside && <Radix.Anchor virtualRef={beside} />}
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="popover"
          align="end"
          sideOffset={6}
          alignOffset={beside ? BESIDE_PX : 0}
          collisionPadding={8}
          aria-label={label}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
