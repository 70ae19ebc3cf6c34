/** Somebody of whom every table that has words knows something, and a look into every column for what is left of them. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { TestDatabase } from "../../../platform/testing/database.ts";

export interface SeededPerson {
  workspaceId: string;
  number: string;
  /** A word that nobody else has. */
  mark: string;
  contactId: string;
  callIds: string[];
}

interface Seeding {
  workspaceId: string;
  number: string;
  mark: string;
  calls?: number;
  /** How long ago their calls ended and their messages were written. */
  daysAgo?: number;
}

export async function seedPerson(
  database: TestDatabase,
  { workspaceId, number, mark, calls = 3, daysAgo = 0 }: Seeding,
): Promise<SeededPerson> {
  const [agentId, batchId, contactId, threadId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const callIds = Array.from({ length: calls }, () => randomUUID());
  const [planned, testId] = [randomUUID(), randomUUID()];
  const each = `unnest('{${callIds.join(",")}}'::uuid[]) with ordinality as one (id, n)`;
  const then = `now() - interval '${daysAgo} days'`;
  const said = `{"kind":"turn","by":"caller","index":0,"text":"I am ${mark}","startMs":0,"endMs":1,"loudness":[]}`;
  await database.asOwner(`
    insert into agents (id, workspace_id, status, config, prompts) values ('${agentId}', '${workspaceId}', 'processed', '{}', '{}');
    insert into batches (id, workspace_id, agent_id, file_name, from_numbers, valid_contacts, total_contacts)
      values ('${batchId}', '${workspaceId}', '${agentId}', 'people.csv', '{}', 2, 2);
    insert into contacts (id, workspace_id, name, tags, fields)
      values ('${contactId}', '${workspaceId}', '${mark}', array['${mark}'], '{"Account":"${mark}"}');
    insert into contact_identities (workspace_id, kind, value, contact_id) values
      ('${workspaceId}', 'phone', '${number}', '${contactId}'), ('${workspaceId}', 'email', '${mark}@example.com', '${contactId}');
    insert into contact_notes (workspace_id, contact_id, text, author) values ('${workspaceId}', '${contactId}', 'Met ${mark}', 'asha');
    insert into executions (id, workspace_id, agent_id, agent_name, status, provider, direction, from_number, to_number, person, user_data,
        created_at, ended_at, transcript, cost, batch_id, gate, recording, recording_closed, transfer, latency, error_message)
      select id, '${workspaceId}', '${agentId}', 'Desk', 'completed', 'sip', 'inbound', '${number}', '+254700000000',
        case when n % 2 = 0 then null else '${number}' end, '{"name":"${mark}"}', ${then}, ${then}, 'user: I am ${mark}', '{}', '${batchId}',
        '[{"to":"${number}"}]', id || '.wav', true, '{"to":"${number}","seconds":1}', '{"said":"${mark}"}', '${mark}'
      from ${each};
    insert into executions (id, workspace_id, agent_name, status, provider, direction, to_number, person, user_data, cost)
      values ('${planned}', '${workspaceId}', 'Desk', 'scheduled', 'sip', 'outbound', '${number}', '${number}', '{"name":"${mark}"}', '{}');
    insert into planned_calls (id, workspace_id, due_at, any_hour, first_id) values ('${planned}', '${workspaceId}', now(), true, '${planned}');
    insert into call_entries (workspace_id, call_id, position, entry) select '${workspaceId}', id, 0, '${said}' from ${each};
    insert into call_notes (workspace_id, call_id, agent_id, text, author, author_id)
      select '${workspaceId}', id, '${agentId}', '${mark} calls again', 'asha', '7' from ${each};
    update executions set tags = array['${mark}'], notes = 1 where id = any ('{${callIds.join(",")}}'::uuid[]);
    insert into call_analyses (workspace_id, call_id, summary, extracted) select '${workspaceId}', id, '${mark} asked', '{"name":"${mark}"}' from ${each};
    insert into webhook_deliveries (id, workspace_id, agent_id, call_id, call_status, body, state, created_at)
      select gen_random_uuid(), '${workspaceId}', '${agentId}', id, 'completed', '{"transcript":"${mark}"}', 'delivered', ${then} from ${each};
    insert into call_replays (workspace_id, call_id, agent_id, state, model, stt, turns, turns_of_call, played)
      select '${workspaceId}', id, '${agentId}', 'done', 'rules', 'stt', 1, 1, jsonb_build_array(jsonb_build_array('${said}'::jsonb)) from ${each};
    insert into call_words (call_id, workspace_id, at, words) select id, '${workspaceId}', now(), to_tsvector('simple', '${mark}') from ${each};
    insert into rehearsed_calls (call_id, workspace_id, seed, language, marks)
      select id, '${workspaceId}', '${mark}', 'en', '["${mark}"]' from ${each} limit 1;
    insert into call_orders (id, workspace_id, call_id, owner_id, asker_id, actor, wish, asked_at, take_by)
      select gen_random_uuid(), '${workspaceId}', id, id, id, '{}', '{"text":"${mark}"}', now(), now() from ${each} limit 1;
    insert into carrier_charges (workspace_id, ref, call_id, amount, currency)
      select '${workspaceId}', '${mark}' || n, id, 1, 'USD' from ${each} limit 1;
    insert into messages (id, workspace_id, agent_id, call_id, name, phone, text) values
      (gen_random_uuid(), '${workspaceId}', '${agentId}', '${callIds[0]}', '${mark}', 'unknown', 'Call ${mark}'),
      (gen_random_uuid(), '${workspaceId}', '${agentId}', null, '${mark}', '0${number.slice(4)}', 'Call ${mark}');
    insert into appointments (id, workspace_id, agent_id, call_id, day, time, name, phone, reason, caller) values
      (gen_random_uuid(), '${workspaceId}', '${agentId}', '${callIds[0]}', '2026-12-01', '09:00', '${mark}', null, '${mark}', null),
      (gen_random_uuid(), '${workspaceId}', '${agentId}', null, '2026-12-01', '10:00', '${mark}', null, '${mark}', '${number}');
    insert into batch_contacts (batch_id, workspace_id, line, number, variables, state, execution_id) values
      ('${batchId}', '${workspaceId}', 1, '${number}', '{"name":"${mark}"}', 'waiting', null),
      ('${batchId}', '${workspaceId}', 2, 'spelled oddly', '{"name":"${mark}"}', 'finished', '${callIds[0]}');
    insert into leads (id, kind, name, email, message, source, sent_at)
      values (gen_random_uuid(), 'contact', '${mark}', '${mark}@Example.com', 'I am ${mark}', 'web', now());
    insert into do_not_call (workspace_id, number, source, call_id) values ('${workspaceId}', '${number}', 'asked', '${callIds[0]}');
    insert into consents (workspace_id, number, purpose, channel, wording, language, means, proof, call_id, given_at)
      values ('${workspaceId}', '${number}', 'marketing', 'any', 'I, ${mark}, agree', 'en', 'form', 'Form of ${mark}', '${callIds[0]}', ${then});
    insert into agent_tests (id, workspace_id, agent_id, draft, last) values ('${testId}', '${workspaceId}', '${agentId}',
      '{"lines":["I am ${mark}"],"execution_id":"${callIds[0]}"}', '{"lines":[{"by":"caller","text":"I am ${mark}"}]}');
    insert into agent_test_runs (workspace_id, agent_id, state, model, tests, results) values ('${workspaceId}', '${agentId}', 'passed', 'rules', 1,
      '[{"test_id":"${testId}","lines":[{"by":"caller","text":"I am ${mark}"}]}]');
    insert into happenings (id, workspace_id, kind, tone, details, subject, notify) values
      (gen_random_uuid(), '${workspaceId}', 'call.missed', 'info', '{"number":"${number}"}', null, false),
      (gen_random_uuid(), '${workspaceId}', 'call.completed', 'info', '{"name":"${mark}"}', '{"kind":"call","id":"${callIds[0]}"}', true);
    insert into threads (id, workspace_id, agent_id, contact_id, channel, address, last_at)
      values ('${threadId}', '${workspaceId}', '${agentId}', '${contactId}', 'web-chat', '${mark}', ${then});
    insert into thread_messages (workspace_id, thread_id, direction, author, text, state, trace, mail, created_at)
      values ('${workspaceId}', '${threadId}', 'in', 'contact', 'I am ${mark}', 'received', '{"messages":["${mark}"]}',
        '{"id":"","subject":"${mark}","references":[],"whole":"I am ${mark}"}', ${then});
    insert into thread_files (workspace_id, message_id, kind, name, state)
      select workspace_id, id, 'image', '${mark}.jpg', 'waiting' from thread_messages where thread_id = '${threadId}';
    insert into webhook_deliveries (id, workspace_id, agent_id, event, thread_id, message_id, message_state, body, state, created_at)
      select gen_random_uuid(), '${workspaceId}', '${agentId}', 'message.received', thread_id, id, state, '{"text":"${mark}"}', 'delivered', ${then}
      from thread_messages where thread_id = '${threadId}';`);
  return { workspaceId, number, mark, contactId, callIds };
}

/** `table.column` of every column, of any type and any schema but the system's, whose text holds one of these words. */
export async function remnantsOf(database: TestDatabase, words: readonly string[]): Promise<string[]> {
  const found = await database
    .asOwner(
      `do $walk$
      declare place record; hits int; found text[] := '{}';
      begin
        -- The words of the search are shown to no query that does not ask for them. All this is undone by the exception below.
        for place in select oid::regclass::text as name from pg_class where relforcerowsecurity
        loop execute format('alter table %s no force row level security', place.name); end loop;
        for place in select columns.table_schema as schema, columns.table_name as name, columns.column_name as col
          from information_schema.columns columns join information_schema.tables tables using (table_schema, table_name)
          where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
        loop
          execute format('select count(*) from %I.%I where exists (select from unnest($1) word where %I::text ilike ''%%'' || word || ''%%'')',
            place.schema, place.name, place.col) into hits using array[${words.map((word) => `'${word}'`).join(",")}];
          if hits > 0 then found := found || (place.name || '.' || place.col); end if;
        end loop;
        raise exception 'found %', array_to_json(found);
      end $walk$`,
    )
    .then(
      () => "[]",
      (error: Error) => error.message.replace(/^found /, ""),
    );
  return z.array(z.string()).parse(JSON.parse(found)).toSorted();
}
