// Submitted entries with different answers, a second apart, the last an hour ago; every thousandth has a word of its own. Made by the
// database itself.
import type { Filling } from './fill.ts';
import type { RunningServer } from './running-server.ts';

const atOnce = 50_000;

/** The form must have no entries yet. With `hasGuests` each has two rows of a repeat `guests`. */
export async function addVariedEntries(
  { sql, account }: RunningServer,
  { form, count, hasGuests = false }: Filling & { readonly hasGuests?: boolean },
): Promise<void> {
  const data = sql.unsafe(hasGuests ? withGuests : answers);
  for (let first = 1; first <= count; first += atOnce) {
    const last = Math.min(count, first + atOnce - 1);
    await sql`insert into entries (id, account, form, status, idx, submit_idx, data, actions, sent_emails,
        archived_renders, create_time, modify_time, changed_at, submit_time, bewit_generation)
      select lpad(to_hex((extract(epoch from t) * 1000)::bigint), 12, '0') || lpad(to_hex(n), 12, '0'), ${account}, ${form}, 2, n, n,
        ${data},
        '[]', '[]', '[]', t, t, t, t, 1
      from (select n, date_trunc('milliseconds', now() - interval '1 hour' - (${count} - n) * interval '1 second') as t
        from generate_series(${first}::int, ${last}::int) as n) as made`;
  }
  await sql`update form_counters set idx = ${count}, submit_idx = ${count}, count_all = ${count}, count_submit = ${count},
    current_all = ${count}, current_submit = ${count} where form = ${form}`;
  await sql`vacuum analyze entries`;
}

/** Of `form15`, for the entry `n`. */
const answers = `json_build_object('firstName', (array['Alice', 'Boris', 'חיים', 'Dora', 'Émile', 'רות', 'Gil'])[1 + n % 7] || ' ' || n % 900,
          'lastName', (array['Archer', 'Baker', 'כהן', 'Dyer', 'לוי'])[1 + n * 31 % 5] || ' ' || n * 7 % 100003,
          'email', 'user' || n || '@example' || n % 50 || '.com', 'phone', lpad((n::bigint * 7919 % 10000019)::text, 8, '0'),
          'company', (array['Archer and Daughters', 'Oriental Rugs', 'Long Road Ltd', 'מאפיית הכרם'])[1 + n * 13 % 4],
          'age', n * 17 % 90, 'birthDay', to_char(date '1940-01-01' + n * 37 % 25000, 'YYYY-MM-DD"T00:00:00.000Z"'),
          'status', case when n % 5000 = 0 then 'other' when n % 3 = 0 then 'single' else 'married' end,
          'country', (array['FR', 'IL', 'US'])[1 + n * 11 % 3], 'topics', json_build_array((array['news', 'music', 'sport'])[1 + n % 3]),
          'agrees', n % 2 = 0, 'rating', case when n % 10000 = 7 then 1000 + n / 10000 % 50 else n % 5 + 1 end,
          'address', json_build_object('street', n % 3000 || ' Long Road', 'city', (array['Haifa', 'Lyon', 'באר שבע'])[1 + n * 5 % 3]),
          'notes', E'Two lines, of\\nnotes ' || n || case when n % 1000 = 0 then ' rare' || n / 1000 || 'x' else '' end)`;
const guest = (row: number) => `json_build_object('name', 'Guest ' || n || '-${row}', 'age', (n + ${row}) % 90)`;
const withGuests = `(left((${answers})::text, -1) || ', "guests": ' || json_build_array(${guest(1)}, ${guest(2)}) || '}')::json`;
