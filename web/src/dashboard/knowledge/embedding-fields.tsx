/** What passages are compared by: of three, those that are there can be chosen; of the others it says how to get them. */
import { chosenOf } from "../../ui/chosen.ts";
import { EMBEDDINGS, listEmbeddings, type Answer, type KnowledgeItem } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { server } from "../../server.ts";
import { SelectField, TextField } from "../../ui/field.tsx";
import { useWords } from "../../words/index.ts";
import { KNOWLEDGE } from "./keys.ts";

export interface Embedding {
  embedding: KnowledgeItem["embedding"];
  service: string;
  model: string;
}

export const BUILT_IN: Embedding = { embedding: "builtin", service: "", model: "" };

interface EmbeddingFieldsProps {
  value: Embedding;
  set: (value: Embedding) => void;
}

const PULL = "npm run models -- pull multilingual-e5-small";

export function EmbeddingFields({ value, set }: EmbeddingFieldsProps): React.ReactNode {
  const words = useWords();
  const { data: there } = useQuery({ queryKey: [...KNOWLEDGE, "embeddings"], queryFn: () => server.call(listEmbeddings) });
  const [first] = there?.services ?? [];
  const canHave = { builtin: true, local: there?.local != null, connected: first !== undefined };
  // Who has chosen is not told how to choose.
  const isAsked = there !== undefined && value.embedding === "builtin";
  const missing = [
    ...(isAsked && !canHave.local ? [words.say("knowledge.embedding_local_missing", { command: PULL })] : []),
    ...(isAsked && !canHave.connected ? [words.say("knowledge.embedding_connected_missing")] : []),
  ];
  const choose = (embedding: Embedding["embedding"]): void => {
    const service = embedding === "connected" ? first : undefined;
    set({ embedding, service: service?.service ?? "", model: service?.models[0] ?? "" });
  };
  return (
    <>
      <SelectField
        label={words.say("knowledge.embedding")}
        hint={[words.say(`knowledge.embedding_${value.embedding}_note`), ...missing].join(" ")}
        value={value.embedding}
        onChange={({ target }) => choose(chosenOf(EMBEDDINGS, target.value))}
      >
        {EMBEDDINGS.map((one) => (
          <option key={one} value={one} disabled={!canHave[one]}>
            {words.say(`knowledge.embedding_${one}`)}
          </option>
        ))}
      </SelectField>
      {value.embedding === "connected" && <ServiceFields services={there?.services ?? []} value={value} set={set} />}
    </>
  );
}

type ServiceFieldsProps = EmbeddingFieldsProps & { services: Answer<typeof listEmbeddings>["services"] };

function ServiceFields({ services, value, set }: ServiceFieldsProps): React.ReactNode {
  const words = useWords();
  const list = useId();
  const models = services.find(({ service }) => service === value.service)?.models ?? [];
  const changeTo = (service: string): void =>
    set({ ...value, service, model: services.find((one) => one.service === service)?.models[0] ?? "" });
  return (
    <>
      <SelectField
        label={words.say("knowledge.embedding_service")}
        value={value.service}
        onChange={({ target }) => changeTo(target.value)}
      >
        {services.map(({ service, name }) => (
          <option key={service} value={service}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label={words.say("knowledge.embedding_model")}
        required
        maxLength={200}
        list={list}
        autoComplete="off"
        spellCheck={false}
        value={value.model}
        onChange={({ target }) => set({ ...value, model: target.value })}
      />
      <datalist id={list}>
        {models.map((model) => (
          <option key={model} value={model} />
        ))}
      </datalist>
    </>
  );
}

/** As the server is told. */
export function wireEmbedding({ embedding, service, model }: Embedding) {
  return embedding === "connected" ? { embedding, embedding_service: service, embedding_model: model.trim() } : { embedding };
}
