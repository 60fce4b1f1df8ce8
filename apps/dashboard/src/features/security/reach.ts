/** From where a listener address can be reached. */
export type Reach = 'off' | 'machine' | 'network' | 'everywhere'

/** @param bind `:1883`, `1883`, `0.0.0.0:1883`, `127.0.0.1:1883`, `[::1]:1883`; `0` is off */
export function reachOf(bind: string | number | undefined): Reach {
  const text = String(bind ?? '0')
  if (text === '0') return 'off'
  const host = /^(?:(.*):)?\d+$/.exec(text)?.[1] ?? ''
  const name = host.replace(/^\[|\]$/g, '')
  if (['', '*', '0.0.0.0', '::', '::0', '0:0:0:0:0:0:0:0'].includes(name)) return 'everywhere'
  return name === 'localhost' || name === '::1' || name.startsWith('127.') ? 'machine' : 'network'
}
