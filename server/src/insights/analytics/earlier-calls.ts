/** What calls had before their measures and their person's country were columns, from their journals and numbers: once. */
import { DEAD_AIR_MS } from "../../calls/index.ts";
import type { Migration } from "../../platform/database/migrate.ts";

/** Countries whose calling code is theirs alone. Others are known of later calls only. */
const CALLING_CODES =
  "20EG 27ZA 30GR 31NL 32BE 33FR 34ES 36HU 40RO 41CH 43AT 45DK 46SE 48PL 49DE 51PE 52MX 53CU 54AR 55BR 56CL 57CO 58VE " +
  "60MY 62ID 63PH 64NZ 65SG 66TH 81JP 82KR 84VN 86CN 90TR 91IN 92PK 93AF 94LK 95MM 98IR 211SS 213DZ 216TN 218LY 220GM " +
  "221SN 222MR 223ML 224GN 225CI 226BF 227NE 228TG 229BJ 230MU 231LR 232SL 233GH 234NG 235TD 236CF 237CM 238CV 239ST " +
  "240GQ 241GA 242CG 243CD 244AO 245GW 248SC 249SD 250RW 251ET 252SO 253DJ 254KE 255TZ 256UG 257BI 258MZ 260ZM 261MG " +
  "263ZW 264NA 265MW 266LS 267BW 268SZ 269KM 291ER 351PT 352LU 353IE 354IS 355AL 356MT 357CY 359BG 370LT 371LV 372EE " +
  "373MD 374AM 375BY 376AD 380UA 381RS 382ME 385HR 386SI 387BA 389MK 420CZ 421SK 880BD 960MV 961LB 962JO 963SY 964IQ " +
  "965KW 966SA 967YE 968OM 970PS 971AE 972IL 973BH 974QA 975BT 976MN 977NP 992TJ 993TM 994AZ 995GE 996KG 998UZ";

/** As `measure` counts it; `calls`: SQL, which calls. */
export const measuresOf = (calls: string): string => `
  with sounds as (
    select call_id, entry, entry ->> 'kind' as kind, entry ->> 'by' as by,
      (entry ->> 'startMs')::numeric as start_ms, (entry ->> 'endMs')::numeric as end_ms,
      (entry -> 'delays' ->> 'firstSoundMs')::numeric - (entry -> 'delays' ->> 'speechEndMs')::numeric as delay_ms
    from call_entries where entry ->> 'kind' in ('turn', 'transfer') and call_id in (${calls})
  ), gaps as (
    select call_id, start_ms - max(end_ms) over (partition by call_id order by start_ms
      rows between unbounded preceding and 1 preceding) as gap_ms from sounds
  ), dead as (
    select call_id, sum(gap_ms) as ms from gaps where gap_ms >= ${DEAD_AIR_MS} group by call_id
  ), spoken as (
    select distinct on (call_id) call_id, language from (
      select call_id, split_part(entry ->> 'language', '-', 1) as language, sum(greatest(1, end_ms - start_ms)) as ms
      from sounds where kind = 'turn' and by = 'caller' and entry ->> 'language' is not null group by 1, 2
    ) languages order by call_id, ms desc, language collate "C"
  ), used as (
    select distinct on (call_id, entry ->> 'stage') call_id, entry ->> 'stage' as stage, entry ->> 'by' as by
    from call_entries where entry ->> 'kind' = 'usage' and call_id in (${calls})
    order by call_id, entry ->> 'stage', position desc
  ), counted as (
    select call_id,
      round(coalesce(sum(greatest(0, end_ms - start_ms)) filter (where by = 'assistant'), 0)) as agent_ms,
      round(coalesce(sum(greatest(0, end_ms - start_ms)) filter (where by = 'caller'), 0)) as caller_ms,
      count(*) filter (where by = 'assistant' and start_ms >
        (select min(first.start_ms) from sounds first where first.call_id = sounds.call_id and first.kind = 'turn' and first.by = 'caller')
      ) as answers,
      percentile_disc(0.5) within group (order by greatest(0, round(delay_ms)))
        filter (where by = 'assistant' and delay_ms is not null) as p50,
      percentile_disc(0.95) within group (order by greatest(0, round(delay_ms)))
        filter (where by = 'assistant' and delay_ms is not null) as p95,
      count(*) filter (where by = 'assistant' and entry ->> 'cut' = 'true') as interruptions
    from sounds where kind = 'turn' group by call_id
  )
  select call_id, jsonb_build_object(
    'agentMs', agent_ms, 'callerMs', caller_ms, 'answers', answers, 'delayP50Ms', p50, 'delayP95Ms', p95,
    'interruptions', interruptions, 'deadAirMs', round(coalesce(dead.ms, 0)), 'language', spoken.language,
    'stt', (select by from used where used.call_id = counted.call_id and stage = 'hear'),
    'llm', (select by from used where used.call_id = counted.call_id and stage = 'think'),
    'tts', (select by from used where used.call_id = counted.call_id and stage = 'speak')) as measures
  from counted left join dead using (call_id) left join spoken using (call_id)`;

/** Figures that are kept by day do not change with it. */
const EARLIER_CALLS = `
  alter table executions disable trigger user;
  update executions set measures = found.measures
  from (${measuresOf("select id from executions where ended_at is not null")}) found where found.call_id = executions.id;
  update executions set traits = jsonb_build_object('country', right(code, 2))
  from regexp_split_to_table('${CALLING_CODES}', ' ') code
  where provider <> 'webrtc' and (case direction when 'inbound' then from_number else to_number end) ~ '^\\+\\d{7,15}$'
    and starts_with(case direction when 'inbound' then from_number else to_number end, '+' || left(code, -2));
  alter table executions enable trigger user`;

/** What figures are made of: in the rows of calls, and whether a call reached its goal. After those of batches. */
export const callMeasureMigrations: readonly Migration[] = [
  {
    id: "0142-call-measures",
    sql: `alter table executions add column traits jsonb not null default '{}', add column measures jsonb;
    create function call_reaches(call uuid, goal jsonb) returns boolean language sql stable as $$
      select case goal ->> 'kind'
        when 'tool' then exists (
          select from call_entries of_call where of_call.call_id = call and of_call.entry ->> 'kind' = 'tool'
            and of_call.entry ->> 'name' = goal ->> 'name' and of_call.entry ->> 'ok' = 'true')
        else exists (
          select from call_analyses analysis,
            jsonb_extract_path_text(analysis.extracted, variadic array(select jsonb_array_elements_text(goal -> 'path'))) found
          where analysis.call_id = call
            and case when goal ->> 'value' is null then found not in ('', 'false') else lower(found) = lower(goal ->> 'value') end)
      end
    $$;
    ${EARLIER_CALLS}`,
  },
];
