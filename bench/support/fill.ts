// Entries made by the database itself: a million would take minutes through the API.
import type { RunningServer } from './running-server.ts';

export interface Filling {
  readonly form: string;
  readonly count: number;
}

/** Submitted entries, a second apart, the last an hour ago. */
export async function addEntries({ sql, account }: RunningServer, { form, count }: Filling): Promise<void> {
  const [{ idx } = { idx: 0 }] = await sql<{ idx: number }[]>`update form_counters set idx = idx + ${count},
      submit_idx = submit_idx + ${count}, count_all = count_all + ${count}, count_submit = count_submit + ${count},
      current_all = current_all + ${count}, current_submit = current_submit + ${count}
    where form = ${form} returning idx`;
  const before = idx - count;
  await sql`insert into entries (id, account, form, status, idx, submit_idx, data, actions, sent_emails,
      archived_renders, create_time, modify_time, changed_at, submit_time, bewit_generation)
    select lpad(to_hex((extract(epoch from t) * 1000)::bigint), 12, '0') || lpad(to_hex(n), 12, '0'), ${account}, ${form},
      2, n, n,
      json_build_object('firstName', 'Alice ' || n, 'lastName', 'Archer ' || n, 'email', 'alice' || n || '@example.com',
        'phone', '050-' || lpad(n::text, 7, '0'), 'company', 'Archer and Daughters', 'age', n % 90,
        'birthDay', '1984-05-01T00:00:00.000Z', 'status', 'married', 'country', 'IL',
        'topics', json_build_array('news', 'music'), 'agrees', true, 'rating', n % 5 + 1,
        'address', json_build_object('street', n || ' Long Road', 'city', 'Haifa'), 'notes', E'Two lines, of\nnotes ' || n),
      json_build_array(json_build_object('id', lpad(to_hex(n), 24, '0'), 'type', 'submit',
        'time', to_char(t at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'ip', '127.0.0.1',
        'userAgent', 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36')), '[]', '[]', t, t, t, t, 1
    from (select n, date_trunc('milliseconds', now() - interval '1 hour' - (${before + count} - n) * interval '1 second') as t
      from generate_series(${before + 1}::int, ${before + count}::int) as n) as made`;
  await sql`vacuum analyze entries`;
}
