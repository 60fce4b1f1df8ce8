/** The kinds of input that the ACL grammar allows next. */
export type AclPlace =
  | 'rule'
  | 'permission'
  | 'who'
  | 'whoInList'
  | 'condition'
  | 'test'
  | 'testWord'
  | 'action'
  | 'actionType'
  | 'option'
  | 'optionName'
  | 'retain'
  | 'topics'
  | 'topic'
  | 'topicWord'

interface OpenBracket {
  readonly bracket: '{' | '['
  /** First word inside of it. */
  head: string | undefined
  /** Number of commas so far. */
  commas: number
}

/** The syntax that can follow `before`. Undefined inside a string or comment, and where no keyword is allowed. */
export function placeOf(before: string): AclPlace | undefined {
  const open = openBrackets(before)
  if (!open) return undefined
  const [rule, ...inner] = open
  if (!rule) return 'rule'
  if (rule.bracket !== '{') return undefined
  switch (rule.commas) {
    case 0:
      return inner.length === 0 ? 'permission' : undefined
    case 1:
      return inner.length === 0 ? 'who' : inCondition(inner)
    case 2:
      return inner.length === 0 ? 'action' : inAction(inner)
    default:
      return rule.commas === 3 ? inTopics(inner) : undefined
  }
}

function inCondition(inner: readonly OpenBracket[]): AclPlace | undefined {
  const last = inner.at(-1)
  const around = inner.at(-2)
  if (last?.bracket === '[') return /^(and|or)$/.test(around?.head ?? '') ? 'whoInList' : undefined
  if (last?.commas === 0) return around && around.bracket === '{' ? 'testWord' : 'condition'
  const isTested = last?.head === 'client_attr' ? last.commas === 2 : last?.commas === 1
  return isTested && /^(user|username|client|clientid|client_attr|zone|listener)$/.test(last?.head ?? '')
    ? 'test'
    : undefined
}

function inAction([action, list, option]: readonly OpenBracket[]): AclPlace | undefined {
  if (!list) return action?.commas === 0 ? 'actionType' : undefined
  if (!option) return 'option'
  if (option.commas === 0) return 'optionName'
  return option.head === 'retain' ? 'retain' : undefined
}

function inTopics([list, topic]: readonly OpenBracket[]): AclPlace | undefined {
  if (!list) return 'topics'
  if (!topic) return 'topic'
  return topic.commas === 0 ? 'topicWord' : undefined
}

/** Complete strings, quoted atoms and comments; then unclosed ones; then atoms and punctuation. */
const tokens = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|%[^\n]*\n|["'%]|[a-z][\w@]*|[{}[\],.]/g

function openBrackets(text: string): readonly OpenBracket[] | undefined {
  const open: OpenBracket[] = []
  for (const [token] of text.matchAll(tokens)) {
    const last = open.at(-1)
    if (token === '{' || token === '[') open.push({ bracket: token, head: undefined, commas: 0 })
    else if (token === '}' || token === ']') open.pop()
    // Unclosed brackets do not affect the next rule.
    else if (token === '.') open.length = 0
    else if (token === ',') {
      if (last) last.commas += 1
    } else if (token === '"' || token === "'" || token === '%') return undefined
    else if (last && !/^["%]/.test(token)) last.head ??= token.replaceAll("'", '')
  }
  return open
}
