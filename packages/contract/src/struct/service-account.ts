import { isRecord } from '../unknown-values.ts'
import { type Kind, same, scalar } from './kind.ts'
import { mask } from './secret-texts.ts'

/** The fields that are used of the JSON key file of a Google service account. */
export interface ServiceAccount {
  readonly projectId: string
  readonly clientEmail: string
  readonly keyId: string
  /** PEM. */
  readonly privateKey: string
}

/** The JSON file of a Google service account as a string. An object is also accepted. A secret, unlike in EMQX. */
export function serviceAccount(): Kind<string> {
  return scalar<string, string>({
    wire: { type: 'string', format: 'password' },
    openApi: { type: 'string' },
    secret: true,
    read(value, refuse) {
      // Replaced by the stored value later.
      if (value === mask) return value
      const text = isRecord(value) ? JSON.stringify(value) : value
      if (typeof text !== 'string') return refuse('must be the content of a JSON key file')
      readServiceAccount(text, refuse)
      return text
    },
    toPlain: same,
  })
}

/** `refuse` throws. Reasons never contain values, because a value can be the key. */
export function readServiceAccount(text: string, refuse: (reason: string) => never): ServiceAccount {
  const file = parsed(text)
  if (!isRecord(file)) return refuse('must be the content of a JSON key file: a JSON object')
  const textOf = (name: string): string => {
    const value = Object.hasOwn(file, name) ? file[name] : undefined
    if (value === undefined) return refuse(`${name} is missing in the JSON`)
    if (typeof value !== 'string' || value.trim() === '')
      return refuse(`${name} in the JSON must be a non-empty string`)
    return value
  }
  if (textOf('type') !== 'service_account') return refuse('type in the JSON must be "service_account"')
  const account = {
    projectId: textOf('project_id'),
    clientEmail: textOf('client_email'),
    keyId: textOf('private_key_id'),
    privateKey: textOf('private_key'),
  }
  // Part of paths. Older projects have names such as example.com:project.
  if (!/^[a-z0-9][a-z0-9.:-]{0,99}$/i.test(account.projectId))
    return refuse('project_id in the JSON must have letters, digits and hyphens')
  if (!/^[^\s@]+@[^\s@]+$/.test(account.clientEmail)) return refuse('client_email in the JSON must be an email address')
  if (!/^\s*-----BEGIN (RSA )?PRIVATE KEY-----/.test(account.privateKey))
    return refuse('private_key in the JSON must begin with -----BEGIN PRIVATE KEY-----')
  return account
}

function parsed(text: string): unknown {
  if (text.length > longest) return undefined
  try {
    const value: unknown = JSON.parse(text)
    // EMQX also accepts JSON in a JSON string.
    return typeof value === 'string' ? JSON.parse(value) : value
  } catch {
    return undefined
  }
}

const longest = 64 * 1024
