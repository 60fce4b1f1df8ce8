import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { AppError } from '@mqdeck/contract'

/**
 * OWASP's parameters for scrypt with 16 MB of memory. They are stored with each hash, so that they can be raised later.
 */
const parameters = { N: 2 ** 14, r: 8, p: 5 }
const keyLength = 32

/** `scrypt$N$r$p$salt$key`, salt and key in base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, keyLength, parameters)
  const { N, r, p } = parameters
  return ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join('$')
}

/** Takes the same time for a user that does not exist (`undefined`) as for one that does. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = (hash ?? nobody).split('$')
  const expected = Buffer.from(key, 'base64')
  const options = { N: Number(N), r: Number(r), p: Number(p) }
  const actual = await derive(password, Buffer.from(salt, 'base64'), expected.length, options)
  return timingSafeEqual(actual, expected) && hash !== undefined
}

const nobody = `scrypt$${parameters.N}$${parameters.r}$${parameters.p}$${'A'.repeat(22)}==$${'A'.repeat(43)}=`

function derive(password: string, salt: Buffer, length: number, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, length, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

/**
 * @throws {AppError} BAD_REQUEST if the password violates the policy: 8 to 64 ASCII characters of at least two kinds
 */
export function checkPasswordPolicy(password: string): void {
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
}
