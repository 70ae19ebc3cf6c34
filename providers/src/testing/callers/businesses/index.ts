/** None of them is a template of ours. */
import type { Business } from "../business.ts";
import { busLine } from "./bus-line.ts";
import { clinic } from "./clinic.ts";
import { cooperative } from "./cooperative.ts";
import { courier } from "./courier.ts";
import { hotel } from "./hotel.ts";
import { insurance } from "./insurance.ts";
import { pharmacy } from "./pharmacy.ts";
import { school } from "./school.ts";
import { water } from "./water.ts";

export const BUSINESSES: readonly Business[] = [clinic, courier, school, cooperative, water, hotel, insurance, busLine, pharmacy];
