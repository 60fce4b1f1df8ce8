import { toCsv } from '../../../../lib/text/csv.ts'

/** Whether the file contains passwords or their hashes. */
export const passwordModes = ['plain', 'hash'] as const
export type PasswordMode = (typeof passwordModes)[number]

type Row = Readonly<Record<string, string | boolean>>

/** SHA-256 of `password1` and `password2`, with the salt before the password. */
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

/** A template in the format of EMQX. */
export function csvTemplate(mode: PasswordMode): string {
  const rows = rowsOf(mode)
  return toCsv([Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row).map(String))])
}

export const jsonTemplate = (mode: PasswordMode): string => `${JSON.stringify(rowsOf(mode), null, 2)}\n`
