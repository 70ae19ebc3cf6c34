/** Pictures of the product, in `web/public/pictures`; `npm run pictures` takes them anew. */
export const PICTURES = ["call", "home", "batch", "analytics"] as const;
export type Picture = (typeof PICTURES)[number];

/** In CSS pixels of the screen that was taken: beside a sentence, and on a telephone. */
export const PICTURE_SIZES = { wide: { width: 1120, height: 700 }, phone: { width: 390, height: 520 } } as const;
export type PictureSize = keyof typeof PICTURE_SIZES;

export function pictureAddress(picture: Picture, size: PictureSize, theme: "light" | "dark"): string {
  return `/pictures/${picture}-${size}-${theme}.webp`;
}
