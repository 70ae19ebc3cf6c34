/** 'Buy phone number': from whom, a country, one of its free numbers, the terms. */
import { chosenOf } from "../../ui/chosen.ts";
import {
  buyPhoneNumber,
  NUMBER_COUNTRIES,
  NUMBER_PRICE,
  searchPhoneNumbers,
  type Answer,
  type NumberCountry,
  keysOf,
} from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { Tabs } from "radix-ui";
import { useState } from "react";
import { sitePath } from "../../paths.ts";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useNotice } from "../../ui/use-notice.ts";
import { useWords } from "../../words/index.ts";
import { carrierName, carrierPrice, isCarrier, SANDBOX, useSources, type Source } from "./carriers.ts";
import { NUMBERS } from "./keys.ts";

const COUNTRIES = keysOf(NUMBER_COUNTRIES);

interface BuyProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function BuyDialog({ open, onOpenChange }: BuyProps): React.ReactNode {
  const words = useWords();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={words.say("numbers.buy")}>
      <Tabs.Root value="local" dir={words.direction}>
        <Tabs.List className="tabs" aria-label={words.say("numbers.kind")}>
          <Tabs.Trigger value="local">{words.say("numbers.local")}</Tabs.Trigger>
          <Tabs.Trigger value="toll-free" disabled>
            {words.say("numbers.toll_free")} ({words.say("numbers.coming_soon")})
          </Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="local" className="pt-4">
          <BuyForm close={() => onOpenChange(false)} />
        </Tabs.Content>
      </Tabs.Root>
    </Dialog>
  );
}

function BuyForm({ close }: { close: () => void }): React.ReactNode {
  const words = useWords();
  const [country, setCountry] = useState<NumberCountry>("KE");
  const [source, setSource] = useState<Source>(SANDBOX);
  const [chosen, setChosen] = useState("");
  const agreement = useAgreement();
  const found = useQuery({
    queryKey: [...NUMBERS, "free", source, country],
    queryFn: () => server.call(searchPhoneNumbers, { query: { country, provider: source } }),
    // Each time that the dialog is opened, not while somebody chooses.
    gcTime: 0,
    staleTime: Infinity,
  });
  const offer = found.data?.find(({ phone_number: one }) => one === chosen) ?? found.data?.[0];
  const number = offer?.phone_number;
  const buy = useAct({
    act: (phone_number: string) => server.call(buyPhoneNumber, { body: { country, phone_number, provider: source } }),
    changes: [NUMBERS, ["credits"]],
    done: ({ phone_number: bought }) => {
      close();
      toast(words.say("numbers.purchased"), bought);
    },
    failed: () => void found.refetch(),
  });
  const submit = (event: React.SubmitEvent): void => {
    event.preventDefault();
    if (agreement.isGiven() && number !== undefined) buy.do(number);
  };
  return (
    <form className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={submit}>
      <Sources
        chosen={source}
        choose={(one) => {
          setSource(one);
          buy.forget();
        }}
      />
      <SelectField
        label={words.say("numbers.country")}
        value={country}
        onChange={({ target }) => {
          setCountry(chosenOf(COUNTRIES, target.value));
          buy.forget();
        }}
      >
        {COUNTRIES.map((one) => (
          <option key={one} value={one}>
            {words.say(`numbers.${one}`)} {NUMBER_COUNTRIES[one]}
          </option>
        ))}
      </SelectField>
      <Loaded query={found}>{(free) => <Free free={free} chosen={number} choose={setChosen} />}</Loaded>
      <Terms offer={offer} agrees={agreement.agrees} set={agreement.set} />
      <ProblemLine>{buy.problem}</ProblemLine>
      <div className="flex flex-wrap gap-2">
        <Button rank="first" type="submit" disabled={number === undefined} busy={buy.busy && words.say("numbers.buying")}>
          {words.say("numbers.buy")}
        </Button>
        <Button onClick={close} disabled={buy.busy}>
          {words.say("shell.cancel")}
        </Button>
      </div>
    </form>
  );
}

/** Only where there is a choice. */
function Sources({ chosen, choose }: { chosen: Source; choose: (source: Source) => void }): React.ReactNode {
  const words = useWords();
  const sources = useSources();
  if (sources.length < 2) return null;
  return (
    <SelectField
      label={words.say("numbers.carrier")}
      value={chosen}
      onChange={({ target }) => choose(chosenOf(sources, target.value))}
    >
      {sources.map((one) => (
        <option key={one} value={one}>
          {carrierName(words, one)}
        </option>
      ))}
    </SelectField>
  );
}

type Offer = Answer<typeof searchPhoneNumbers>[number];

interface FreeProps {
  free: Answer<typeof searchPhoneNumbers>;
  chosen: string | undefined;
  choose: (number: string) => void;
}

function Free({ free, chosen, choose }: FreeProps): React.ReactNode {
  const words = useWords();
  if (free.length === 0) return <p role="status">{words.say("numbers.none_free")}</p>;
  const isSandbox = free[0]?.provider === SANDBOX;
  return (
    <SelectField
      label={words.say("numbers.number")}
      {...(isSandbox && { hint: words.say("numbers.sandbox_note") })}
      value={chosen}
      onChange={({ target }) => choose(target.value)}
    >
      {free.map(({ phone_number: one }) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </SelectField>
  );
}

interface Agreement {
  agrees: boolean;
  set: (agrees: boolean) => void;
  /** Says so where it is not. */
  isGiven: () => boolean;
}

function useAgreement(): Agreement {
  const words = useWords();
  const notice = useNotice();
  const [agrees, setAgrees] = useState(false);
  return {
    agrees,
    set: (agreed) => {
      notice.mended();
      setAgrees(agreed);
    },
    isGiven: () => {
      if (!agrees) notice.tell(words.say("numbers.agreement"), words.say("numbers.agreement_note"));
      return agrees;
    },
  };
}

interface TermsProps {
  offer: Offer | undefined;
  agrees: boolean;
  set: (agrees: boolean) => void;
}

function Terms({ offer, agrees, set }: TermsProps): React.ReactNode {
  const words = useWords();
  const { currency, monthMinor, minuteMinor } = NUMBER_PRICE;
  const price = { rent: words.money(monthMinor, currency), minute: words.money(minuteMinor, currency) };
  return (
    <div className="grid gap-2">
      <p className="font-bold">
        {offer && isCarrier(offer.provider) ? carrierPrice(words, offer.provider, offer) : words.say("numbers.price", price)}
      </p>
      <label className="flex items-center gap-2">
        <input type="checkbox" checked={agrees} onChange={({ target }) => set(target.checked)} />
        {words.say("numbers.terms")}
      </label>
      <a className="link justify-self-start" href={sitePath("terms", words.language)} target="_blank" rel="noreferrer">
        {words.say("numbers.terms_read")}
      </a>
    </div>
  );
}
