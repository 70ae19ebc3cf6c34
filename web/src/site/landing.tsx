import { Benefits } from "./sections/benefits.tsx";
import { Closing } from "./sections/closing.tsx";
import { Demo } from "./sections/demo.tsx";
import { Features } from "./sections/features.tsx";
import { Hero } from "./sections/hero.tsx";
import { Product } from "./sections/product.tsx";
import { UseCases } from "./sections/use-cases.tsx";

export function Landing(): React.ReactNode {
  return (
    <>
      <Hero />
      <Features />
      <Demo />
      <Product />
      <UseCases />
      <Benefits />
      <Closing />
    </>
  );
}
