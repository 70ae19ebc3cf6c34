interface Held {
  number: string;
  /** The workspace's trunk that leads to it. */
  trunkId: string | null;
  /** At a telephone company. */
  account?: object | undefined;
}

/** What a call shows where nobody has chosen: a number that the network leads here, else one that people can dial, else a name of this server. */
export function usualNumber<N extends Held>(answered: readonly N[]): N | undefined {
  const isLed = ({ trunkId, account }: Held): boolean => trunkId !== null || account !== undefined;
  return answered.find(isLed) ?? answered.find(({ number }) => number.startsWith("+")) ?? answered[0];
}
