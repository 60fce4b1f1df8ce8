import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * `sha256$salt$key`, both in base64. For secrets of at least 80 random bits, which cannot be guessed. They do not need
 * a slow hash like passwords, which would delay every call and load the server.
 */
export function hashSecret(secret: string): string {
  const salt = randomBytes(16)
  return ['sha256', salt.toString('base64'), toDigest(secret, salt).toString('base64')].join('$')
}

/** Takes the same time whether or not the key exists. Without a key, `hash` is undefined. */
export function isSecretOf(hash: string | undefined, secret: string): boolean {
  const [, salt = '', digest = ''] = (hash ?? nobody).split('$')
  return (
    timingSafeEqual(toDigest(secret, Buffer.from(salt, 'base64')), Buffer.from(digest, 'base64')) && hash !== undefined
  )
}

const nobody = `sha256$${'A'.repeat(22)}==$${'A'.repeat(43)}=`

const toDigest = (secret: string, salt: Buffer) => createHmac('sha256', salt).update(secret).digest()
