export type PasswordFault = 'required' | 'policy' | 'same'

/**
 * EMQX's policy for dashboard passwords: 8 to 64 printable ASCII characters of at least two kinds, and not the old
 * password.
 */
export function passwordFault(password: string, old: string): PasswordFault | undefined {
  if (password === '') return 'required'
  if (!/^[\x20-\x7e]{8,64}$/.test(password)) return 'policy'
  if (policyKinds.filter((kind) => kind.test(password)).length < 2) return 'policy'
  return password === old ? 'same' : undefined
}

/** The default login; its user is asked to change the password. */
export function isDefaultLogin(username: string, password: string): boolean {
  return password === 'public' && ['admin', 'root', 'administrator'].includes(username)
}

export type PasswordStrength = 'weak' | 'fair' | 'strong'

/** Rough strength of a password from its length, kinds of characters and repetitions. Dictionaries are not used. */
export function passwordStrength(password: string): PasswordStrength {
  const alphabet = kinds.reduce((sum, { pattern, size }) => (pattern.test(password) ? sum + size : sum), 0)
  const telling = Math.min(password.length, new Set(password).size * 1.5)
  const bits = alphabet === 0 ? 0 : telling * Math.log2(alphabet)
  if (bits < 50) return 'weak'
  return bits < 80 ? 'fair' : 'strong'
}

const kinds = [
  { pattern: /[0-9]/, size: 10 },
  { pattern: /[a-z]/, size: 26 },
  { pattern: /[A-Z]/, size: 26 },
  { pattern: /[^0-9a-zA-Z]/, size: 33 },
]

/** For the policy, letters of both cases are one kind. */
const policyKinds = [/[0-9]/, /[a-zA-Z]/, /[^0-9a-zA-Z]/]
