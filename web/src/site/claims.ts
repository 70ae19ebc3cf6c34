/** What the company says of its product. These are its claims; nothing here is measured by this software. */
export const CLAIMS = [
  { figure: "80%", of: "landing.claim_costs" },
  { figure: "24/7", of: "landing.claim_availability" },
  { figure: "10X", of: "landing.claim_response" },
  { figure: "10X", of: "landing.claim_efficient" },
  { figure: "100X", of: "landing.claim_cost_effective" },
  { figure: "52+", of: "landing.claim_specialists" },
  { figure: "70+", of: "landing.claim_specialties" },
] as const;
