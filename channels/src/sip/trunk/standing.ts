/** How it stands between us and a trunk. */
export type TrunkProblem =
  | "name_unknown"
  | "private_address"
  | "no_answer"
  | "not_reached"
  | "no_tls"
  | "bad_certificate"
  | "no_codec"
  | "wrong_password"
  | "rejected";

export interface Standing {
  kind: "registered" | "reachable" | "failing";
  problem: TrunkProblem | undefined;
  /** What the trunk answered. */
  sipStatus: number | undefined;
}

export function failing(problem: TrunkProblem, sipStatus?: number): Standing {
  return { kind: "failing", problem, sipStatus };
}
