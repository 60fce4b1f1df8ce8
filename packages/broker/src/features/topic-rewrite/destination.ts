/** The client that publishes or subscribes. */
export interface RewriteClient {
  readonly clientId: string
  readonly username: string | undefined
}

/** A parsed `dest_topic`. */
export interface Destination {
  /** Undefined if a client ID or username would insert a wildcard, which could bypass authorization. */
  fill(groups: (index: number) => string | undefined, client: RewriteClient): string | undefined
}

/** Groups `$1` to `$9`; `${clientid}` and `${username}`, or `%c` and `%u` as in EMQX 4. */
const placeholder = /(\$[1-9]|\$\{(?:clientid|username)\}|%[cu])/

export function parseDestination(template: string): Destination {
  // Every other one is a placeholder: split keeps what the pattern captures.
  const parts = template.split(placeholder)
  return {
    fill(groups, client) {
      let topic = ''
      for (const [index, part] of parts.entries()) {
        const value = index % 2 === 0 ? part : fillPart(part, groups, client)
        if (value === undefined) return undefined
        topic += value
      }
      return topic
    },
  }
}

/** Placeholders without a value are left unchanged, as in EMQX. */
function fillPart(
  part: string,
  groups: (index: number) => string | undefined,
  { clientId, username }: RewriteClient,
): string | undefined {
  const group = /^\$([1-9])$/.exec(part)?.[1]
  if (group !== undefined) return groups(Number(group)) ?? part
  const name = isUsername(part) ? username : clientId
  if (name === undefined || name === '') return part
  return /[+#]/.test(name) ? undefined : name
}

const isUsername = (part: string) => (part.startsWith('%') ? part === '%u' : part.includes('username'))
