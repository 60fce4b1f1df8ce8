export type PasswordFault = 'required' | 'policy' | 'same'

/** EMQX's rule for dashboard users: 8 to 64 printable ASCII characters of at least two of three kinds, and not the old one. */
export function passwordFault(password: string, old: string): PasswordFault | undefined {
  if (password === '') return 'required'
  if (!/^[\x21-\x7e]{8,64}$/.test(password)) return 'policy'
  const kinds = [/[0-9]/, /[a-zA-Z]/, /[^0-9a-zA-Z]/].filter((kind) => kind.test(password))
  if (kinds.length < 2) return 'policy'
  return password === old ? 'same' : undefined
}

/** The login that is in every manual; the user is asked to change it. */
export function isDefaultLogin(username: string, password: string): boolean {
  return password === 'public' && ['admin', 'root', 'administrator'].includes(username)
}
