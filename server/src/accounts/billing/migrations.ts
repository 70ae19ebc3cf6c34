import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

export const creditMigrations: readonly Migration[] = [
  {
    id: "0022-credits",
    sql: `create table credit_entries (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      at timestamptz not null default clock_timestamp(),
      kind text not null check (kind in ('granted', 'bought', 'call', 'voice', 'corrected')),
      amount_micros bigint not null check (amount_micros <> 0),
      currency text not null check (currency in ('USD', 'KES', 'NGN', 'ZAR', 'GHS', 'TZS')),
      note text not null,
      subject text,
      unique (workspace_id, kind, subject)
    );
    create index credit_entries_newest on credit_entries (workspace_id, at desc, id desc);
    create table credit_balances (
      workspace_id uuid primary key references workspaces (id) on delete cascade,
      currency text not null,
      amount_micros bigint not null
    );
    ${tenantTable("credit_entries")}
    ${tenantTable("credit_balances")}
    create function add_to_balance() returns trigger language plpgsql as $$
    declare other text;
    begin
      insert into credit_balances as kept (workspace_id, currency, amount_micros)
      select workspace_id, currency, sum(amount_micros) from fresh group by workspace_id, currency order by workspace_id
      on conflict (workspace_id) do update set amount_micros = kept.amount_micros + excluded.amount_micros
        where kept.currency = excluded.currency;
      select fresh.currency into other from fresh join credit_balances kept using (workspace_id)
        where kept.currency <> fresh.currency limit 1;
      if other is not null then
        raise exception 'A balance is kept in one currency, not in % too', other;
      end if;
      return null;
    end $$;
    create trigger credit_entries_added after insert on credit_entries referencing new table as fresh
      for each statement execute function add_to_balance();
    create function keep_credit_entries() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and not exists (select 1 from workspaces where id = old.workspace_id) then
        return old;
      end if;
      raise exception 'The credit ledger is only added to';
    end $$;
    create trigger credit_entries_kept before update or delete on credit_entries
      for each row execute function keep_credit_entries()`,
  },
  {
    id: "0058-credits-of-numbers",
    sql: `alter table credit_entries drop constraint credit_entries_kind_check,
      add constraint credit_entries_kind_check check (kind in ('granted', 'bought', 'call', 'voice', 'number', 'corrected'))`,
  },
  {
    id: "0152-credits-of-messages",
    sql: `alter table credit_entries drop constraint credit_entries_kind_check,
      add constraint credit_entries_kind_check
        check (kind in ('granted', 'bought', 'call', 'voice', 'number', 'message', 'corrected'))`,
  },
];
