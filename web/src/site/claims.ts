/** What the company says of its product. These are its claims; nothing here is measured by this software. */
export const CLAIMS = [
  { figure: "80%", of: "lower operating costs" },
  { figure: "24/7", of: "availability" },
  { figure: "10X", of: "faster response" },
  { figure: "10X", of: "more efficient" },
  { figure: "100X", of: "cost effective" },
  { figure: "52+", of: "AI specialists" },
  { figure: "70+", of: "specialties" },
] as const;
