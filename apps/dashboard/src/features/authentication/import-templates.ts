import { toCsv } from '../../lib/csv.ts'

/** Whether the file has passwords, or what came of them. */
export type PasswordMode = 'plain' | 'hash'

type Row = Readonly<Record<string, string | boolean>>

/** Salt before the password, SHA-256: those of `password1` and `password2`. */
const hashed: readonly Row[] = [
  {
    user_id: 'user1',
    password_hash: 'b8f3b6ecd9846ea846449477265e84d24d30b3c2cca271329fd4237af9177e07',
    salt: 'de1024f462fb83910fd13151bd4bd235',
    is_superuser: true,
  },
  {
    user_id: 'user2',
    password_hash: '4827186eff0cd570a62b18d4775de24fda0858ff45a59b9380c7d3383091d2e9',
    salt: 'ee68c985a69208b6eda8c6c9b4c7c2d2',
    is_superuser: false,
  },
]
const plain: readonly Row[] = [
  { user_id: 'user1', password: 'password1', is_superuser: true },
  { user_id: 'user2', password: 'password2', is_superuser: false },
]

const rowsOf = (mode: PasswordMode) => (mode === 'plain' ? plain : hashed)

/** A file to fill in, as EMQX reads it. */
export function csvTemplate(mode: PasswordMode): string {
  const rows = rowsOf(mode)
  return toCsv([Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row).map(String))])
}

export const jsonTemplate = (mode: PasswordMode): string => `${JSON.stringify(rowsOf(mode), null, 2)}\n`
