import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { AppError } from '@mqdeck/contract'

/** Parameters of scrypt. They are stored with each hash, so that they can be raised later. */
export interface ScryptCost {
  readonly N: number
  readonly r: number
  readonly p: number
}

/** OWASP's parameters with 16 MB of memory. */
const recommendedCost: ScryptCost = { N: 2 ** 14, r: 8, p: 5 }
const keyLength = 32

export interface Passwords {
  /** `scrypt$N$r$p$salt$key`, salt and key in base64. */
  hash(password: string): Promise<string>
  /** Takes the same time whether or not the user exists. Without a user, `hash` is undefined. */
  verify(password: string, hash: string | undefined): Promise<boolean>
}

/** @param cost lower than recommended only in tests, where one hash would take longer than the rest of the test */
export function createPasswords(cost: ScryptCost = recommendedCost): Passwords {
  const prefix = ['scrypt', cost.N, cost.r, cost.p].join('$')
  const hashOfMissingUser = `${prefix}$${'A'.repeat(22)}==$${'A'.repeat(43)}=`
  return {
    hash: async (password) => {
      const salt = randomBytes(16)
      const key = await derive(password, salt, keyLength, cost)
      return [prefix, salt.toString('base64'), key.toString('base64')].join('$')
    },
    verify: async (password, hash) => {
      const [, N, r, p, salt = '', key = ''] = (hash ?? hashOfMissingUser).split('$')
      const expected = Buffer.from(key, 'base64')
      const options = { N: Number(N), r: Number(r), p: Number(p) }
      const actual = await derive(password, Buffer.from(salt, 'base64'), expected.length, options)
      return timingSafeEqual(actual, expected) && hash !== undefined
    },
  }
}

function derive(password: string, salt: Buffer, length: number, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, length, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

/** Words that are tried first, also with digits and special characters around them. */
const commonWords =
  'password passwort passwd passw admin administrator root user test guest public secret qwerty qwertyuiop letmein welcome changeme iloveyou monkey dragon football mqtt emqx mqdeck dashboard'
const common = new Set(commonWords.split(' '))

/**
 * @throws {AppError} BAD_REQUEST if the password violates the policy: 8 to 64 ASCII characters of at least two kinds, not
 *   the username and not a common word with digits and special characters
 */
export function checkPasswordPolicy(password: string, username: string): void {
  if (password.length < 8 || password.length > 64) {
    throw new AppError('BAD_REQUEST', 'The range of password length is 8~64')
  }
  if (!/^[\x20-\x7e]*$/.test(password)) {
    throw new AppError('BAD_REQUEST', 'only ascii characters are allowed in the password')
  }
  const kinds = [/[0-9]/, /[a-zA-Z]/, /[^0-9a-zA-Z]/].filter((kind) => kind.test(password))
  if (kinds.length < 2) {
    throw new AppError(
      'BAD_REQUEST',
      'The password must contain at least two different kind of characters from groups of letters, numbers, and special characters',
    )
  }
  const lower = password.toLowerCase()
  if (lower === username.toLowerCase()) throw new AppError('BAD_REQUEST', 'The password must not be the username')
  if (common.has(lower.replaceAll(/[^a-z]/g, '')))
    throw new AppError('BAD_REQUEST', 'The password is too common. Do not use a single word with digits')
}
