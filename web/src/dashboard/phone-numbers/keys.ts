/** What is asked of the server about numbers is remembered under this name, also where a batch chooses one. */
export const NUMBERS = ["numbers"] as const;
/** Phones that register here. */
export const PHONES = ["phones"] as const;
/** The workspace's SIP trunks. */
export const TRUNKS = ["trunks"] as const;
