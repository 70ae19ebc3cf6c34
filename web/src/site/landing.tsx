import { Benefits } from "./parts/benefits.tsx";
import { Closing } from "./parts/closing.tsx";
import { Demo } from "./parts/demo.tsx";
import { Features } from "./parts/features.tsx";
import { Hero } from "./parts/hero.tsx";
import { UseCases } from "./parts/use-cases.tsx";

export function Landing(): React.ReactNode {
  return (
    <>
      <Hero />
      <Features />
      <Demo />
      <UseCases />
      <Benefits />
      <Closing />
    </>
  );
}
