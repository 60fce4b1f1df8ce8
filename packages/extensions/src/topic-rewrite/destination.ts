/** Who publishes or subscribes. */
export interface RewriteClient {
  readonly clientId: string
  readonly username: string | undefined
}

/** A `dest_topic`, taken apart. */
export interface Destination {
  /** Undefined when a name of the client would bring a wildcard: it could subscribe to what it may not. */
  fill(groups: (index: number) => string | undefined, client: RewriteClient): string | undefined
}

/** Groups `$1` to `$9`; `${clientid}` and `${username}`, or in the words of EMQX 4 `%c` and `%u`. */
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

/** EMQX leaves what has no value as it is written; so does this. */
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
