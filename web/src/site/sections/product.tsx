import { PICTURE_SIZES, PICTURES, pictureAddress, type Picture } from "../pictures.ts";
import { useSiteWords } from "../page-context.ts";

/** Screens of a demo workspace, in the reader's theme, each beside a sentence. */
export function Product(): React.ReactNode {
  const { say } = useSiteWords();
  return (
    <section className="part wrap" id="product" aria-labelledby="product-title">
      <h2 className="say" id="product-title">
        {say("landing.product_title")}
      </h2>
      <ul className="product">
        {PICTURES.map((picture) => (
          <li key={picture}>
            <div>
              <h3>{say(`landing.picture_${picture}`)}</h3>
              <p>{say(`landing.picture_${picture}_what`)}</p>
            </div>
            <InTheme picture={picture} theme="light" />
            <InTheme picture={picture} theme="dark" />
          </li>
        ))}
      </ul>
      <p className="dim">{say("landing.product_note")}</p>
    </section>
  );
}

/** Hidden in the other theme, and then not loaded either. */
function InTheme({ picture, theme }: { picture: Picture; theme: "light" | "dark" }): React.ReactNode {
  const { say } = useSiteWords();
  const title = say(`landing.picture_${picture}`);
  const { phone, wide } = PICTURE_SIZES;
  return (
    <picture className={`in-${theme}`}>
      <source
        media="(max-width: 700px)"
        srcSet={pictureAddress(picture, "phone", theme)}
        width={phone.width}
        height={phone.height}
      />
      <img
        src={pictureAddress(picture, "wide", theme)}
        alt={say("landing.picture_alt", { title })}
        width={wide.width}
        height={wide.height}
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}
