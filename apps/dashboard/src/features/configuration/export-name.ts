/** `mqdeck@127.0.0.1-mqtt-2026-11-21.hocon` */
export function exportName(node: string | undefined, root: string | undefined, date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${[node ?? 'broker', ...(root === undefined ? [] : [root]), day].join('-')}.hocon`
}
