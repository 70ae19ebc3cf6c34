/** The twelve agents of a demo workspace, those of the templates, and what people call them about. */
import { GALLERY } from "../../../agents/index.ts";
import { BUS, WALLET } from "./east.ts";
import { CLINIC, SACCO, SOLAR } from "./kenya.ts";
import type { Organisation, Story } from "./organisation.ts";
import { INSURANCE, PHARMACY, WATER } from "./south-and-north.ts";
import { CLINIQUE, ELECTRICITY, PARCELS, SCHOOL } from "./west.ts";

export { DAYS, HOURS, TIMES, type Organisation } from "./organisation.ts";

const STORIES: readonly Story[] = [
  CLINIC,
  SOLAR,
  SACCO,
  WALLET,
  ELECTRICITY,
  SCHOOL,
  PARCELS,
  WATER,
  CLINIQUE,
  INSURANCE,
  BUS,
  PHARMACY,
];

export const ORGANISATIONS: readonly Organisation[] = STORIES.map(organisationOf);

function organisationOf(story: Story): Organisation {
  const template = GALLERY.find(({ key }) => key === story.template);
  if (!template) throw new Error(`There is no template "${story.template}"`);
  const { document, language } = template;
  const agent_name = story.agent ?? document.agent_config.agent_name;
  const agent_config = { ...document.agent_config, agent_name };
  const welcome = agent_config.agent_welcome_message;
  return { ...story, agent: agent_name, language, welcome, document: { ...document, agent_config } };
}
