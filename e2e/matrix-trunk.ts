import type * as contract from "@ongea/contract";

/** It knows us by our address: nobody is asked for a password. */
export const TRUNK: contract.RouteInput<typeof contract.createTrunk>["body"] = {
  name: "Matrix",
  provider: "nobody",
  auth_type: "ip-based",
  gateways: [{ gateway_address: "sip.example.invalid" }],
  qualify_frequency: 0,
};
