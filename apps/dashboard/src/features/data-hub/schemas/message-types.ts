/** Names of the messages in the text of a .proto file, with those around them: `Outer.Inner`. */
export function messageTypesIn(proto: string): readonly string[] {
  const code = proto.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
  const prefix = /\bpackage\s+([\w.]+)\s*;/.exec(code)?.[1]
  const around: (string | undefined)[] = []
  const found: string[] = []
  for (const [token, name] of code.matchAll(/\bmessage\s+(\w+)\s*\{|\{|\}/g)) {
    if (token === '}') around.pop()
    else {
      around.push(name)
      if (name !== undefined) found.push([prefix, ...around].filter((one) => one !== undefined).join('.'))
    }
  }
  return found
}
