/** The board alone on the screen. Its address says so (`?view=wall`), so that a screen on a wall opens it by itself. */
import { useEffect } from "react";
import { useSearchParams } from "react-router";

const VIEW = "view";
const WALL = "wall";

export interface Wall {
  isOn: boolean;
  enter(): void;
  leave(): void;
}

export function useWall(): Wall {
  const [search, setSearch] = useSearchParams();
  const isOn = search.get(VIEW) === WALL;
  const leave = (): void => {
    setSearch({}, { replace: true });
    if (document.fullscreenElement) void document.exitFullscreen();
  };
  useEffect(() => {
    if (!isOn) return;
    // In full screen Escape belongs to the browser, which only says that it is over.
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === "Escape" && !event.defaultPrevented) setSearch({}, { replace: true });
    };
    const onChange = (): void => {
      if (!document.fullscreenElement) setSearch({}, { replace: true });
    };
    addEventListener("keydown", onKey);
    document.addEventListener("fullscreenchange", onChange);
    return () => {
      removeEventListener("keydown", onKey);
      document.removeEventListener("fullscreenchange", onChange);
    };
  }, [isOn, setSearch]);
  return {
    isOn,
    enter() {
      setSearch({ [VIEW]: WALL }, { replace: true });
      // Where the browser knows none, or says no, the board fills the window all the same.
      document.documentElement.requestFullscreen?.().catch(() => undefined);
    },
    leave,
  };
}
