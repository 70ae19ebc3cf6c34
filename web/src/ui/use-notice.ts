/** What a form complains of at the end of the page: it goes when the field is right, the form is sent again, or it is left. */
import { useEffect, useRef } from "react";
import { toast } from "./toast.ts";

export interface Notice {
  tell: (title: string, sentence: string) => void;
  mended: () => void;
}

export function useNotice(): Notice {
  const close = useRef<() => void>(undefined);
  const mended = (): void => {
    close.current?.();
    close.current = undefined;
  };
  useEffect(() => () => close.current?.(), []);
  return {
    tell: (title, sentence) => {
      mended();
      close.current = toast(title, sentence, "bad");
    },
    mended,
  };
}
