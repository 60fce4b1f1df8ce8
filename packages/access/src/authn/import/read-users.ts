import { AppError, isRecord, messageOf } from '@mqdeck/contract'
import { isTrue } from '../check-password.ts'
import type { ImportedAuthnUser } from '../port.ts'
import { createCsvReader } from './csv.ts'
import { createJsonListReader } from './json-list.ts'

/** `plain`: with passwords. `hash`: with `password_hash` and `salt`. */
export type PasswordType = 'plain' | 'hash'

/** Bytes. A file with 100 000 users has up to about 20 MB. */
const maxFileBytes = 64 * 1024 * 1024
/** Maximum number of invalid rows in an error. */
const maxReportedProblems = 10

/**
 * Reads the users of a file: CSV with a first line that names the columns, or a JSON list of objects. An invalid user
 * causes an error for the whole file, so that no file is imported in part. @param filename its extension selects the
 * format
 * @throws {AppError} (rejects) BAD_REQUEST, naming the bad rows by their numbers
 */
export async function readUsersFile(
  content: AsyncIterable<Uint8Array>,
  filename: string,
  type: PasswordType,
): Promise<readonly ImportedAuthnUser[]> {
  const isJson = /\.json$/i.test(filename)
  if (!isJson && !/\.csv$/i.test(filename))
    throw new AppError('BAD_REQUEST', 'The file must have the extension .csv or .json')
  const rows = createRows(type)
  const reader = isJson ? jsonRows() : csvRows()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let size = 0
  try {
    for await (const chunk of content) {
      size += chunk.length
      if (size > maxFileBytes) throw new Error(`it has more than ${maxFileBytes} bytes`)
      for (const row of reader.read(decoder.decode(chunk, { stream: true }))) rows.add(row)
    }
    for (const row of reader.read(decoder.decode())) rows.add(row)
    for (const row of reader.end()) rows.add(row)
  } catch (error) {
    if (error instanceof AppError) throw error
    const reason = messageOf(error)
    throw new AppError('BAD_REQUEST', `The file cannot be read after row ${rows.count()}: ${reason}`)
  }
  return rows.users()
}

/**
 * The same of a JSON body.
 * @throws {AppError} BAD_REQUEST
 */
export function readUserList(list: readonly unknown[], type: PasswordType): readonly ImportedAuthnUser[] {
  const rows = createRows(type)
  for (const row of list) rows.add(row)
  return rows.users()
}

/** Converts rows to users and collects errors. Rows are numbered from 1, without the header line. */
function createRows(type: PasswordType) {
  const users: ImportedAuthnUser[] = []
  const problems: string[] = []
  let count = 0
  return {
    count: () => count,
    add(row: unknown): void {
      count += 1
      const read = toUser(row, type)
      if (typeof read !== 'string') users.push(read)
      else if (problems.length <= maxReportedProblems) problems.push(`Row ${count}: ${read}`)
    },
    users(): readonly ImportedAuthnUser[] {
      if (problems.length === 0) return users
      const reported = problems.slice(0, maxReportedProblems).join('; ')
      throw new AppError('BAD_REQUEST', problems.length > maxReportedProblems ? `${reported}; and more` : reported)
    },
  }
}

/** Returns an error text for an invalid row. */
function toUser(row: unknown, type: PasswordType): ImportedAuthnUser | string {
  if (!isRecord(row)) return 'must be an object'
  const {
    user_id,
    password,
    password_hash,
    salt = '',
    is_superuser = false,
  }: Readonly<Record<string, unknown>> = {
    ...row,
  }
  if (typeof user_id !== 'string' || user_id === '') return 'user_id is missing'
  const user = { user_id, is_superuser: isTrue(is_superuser) }
  if (type === 'plain')
    return typeof password === 'string' && password !== '' ? { ...user, password } : 'password is missing'
  if (typeof password_hash !== 'string' || password_hash === '') return 'password_hash is missing'
  return typeof salt === 'string' ? { ...user, password_hash, salt } : 'salt must be a string'
}

function csvRows() {
  const reader = createCsvReader()
  let names: readonly string[] | undefined
  const toObjects = (rows: readonly (readonly string[])[]) =>
    rows.flatMap((row) => {
      if (names) return [named(names, row)]
      names = row.map((name) => name.replace(/^\ufeff/, '').trim())
      if (!names.includes('user_id')) throw new Error('the first line must contain the column names, including user_id')
      return []
    })
  return {
    read: (text: string) => toObjects(reader.read(text)),
    end: () => toObjects(reader.end()),
  }
}

const named = (names: readonly string[], row: readonly string[]) =>
  Object.fromEntries(names.flatMap((name, index) => (row[index] === undefined ? [] : [[name, row[index]]])))

function jsonRows() {
  const reader = createJsonListReader()
  return {
    read: reader.read,
    end: () => {
      reader.end()
      return []
    },
  }
}
