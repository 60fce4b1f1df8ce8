/** What may be written next in an ACL text. */
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

interface Open {
  readonly bracket: '{' | '['
  /** Its first word. */
  head: string | undefined
  /** Commas so far. */
  commas: number
}

/** Where the end of a text is; undefined inside of a text or comment, and where words mean nothing. */
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

function inCondition(inner: readonly Open[]): AclPlace | undefined {
  const last = inner.at(-1)
  const around = inner.at(-2)
  if (last?.bracket === '[') return /^(and|or)$/.test(around?.head ?? '') ? 'whoInList' : undefined
  if (last?.commas === 0) return around && around.bracket === '{' ? 'testWord' : 'condition'
  const isTested = last?.head === 'client_attr' ? last.commas === 2 : last?.commas === 1
  return isTested && /^(user|username|client|clientid|client_attr|zone|listener)$/.test(last?.head ?? '')
    ? 'test'
    : undefined
}

function inAction([action, list, option]: readonly Open[]): AclPlace | undefined {
  if (!list) return action?.commas === 0 ? 'actionType' : undefined
  if (!option) return 'option'
  if (option.commas === 0) return 'optionName'
  return option.head === 'retain' ? 'retain' : undefined
}

function inTopics([list, topic]: readonly Open[]): AclPlace | undefined {
  if (!list) return 'topics'
  if (!topic) return 'topic'
  return topic.commas === 0 ? 'topicWord' : undefined
}

/** Texts, quoted words and comments that end; then what opens without an end; then words and marks. */
const tokens = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|%[^\n]*\n|["'%]|[a-z][\w@]*|[{}[\],.]/g

function openBrackets(text: string): readonly Open[] | undefined {
  const open: Open[] = []
  for (const [token] of text.matchAll(tokens)) {
    const last = open.at(-1)
    if (token === '{' || token === '[') open.push({ bracket: token, head: undefined, commas: 0 })
    else if (token === '}' || token === ']') open.pop()
    // What was not closed says nothing of the next rule.
    else if (token === '.') open.length = 0
    else if (token === ',') {
      if (last) last.commas += 1
    } else if (token === '"' || token === "'" || token === '%') return undefined
    else if (last && !/^["%]/.test(token)) last.head ??= token.replaceAll("'", '')
  }
  return open
}
