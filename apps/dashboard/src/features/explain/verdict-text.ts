import type { ExplainInput } from './explain-input.ts'
import type { ExplainResult } from './explain-result.ts'
import type { explainMessages } from './messages.ts'
import type { Stage } from './step-names.ts'

type Texts = (typeof explainMessages)['en']['verdicts']

/** The result as one sentence. */
export function verdictText(
  { connect, authentication, authorization }: ExplainResult,
  { action, topic }: Pick<ExplainInput, 'action' | 'topic'>,
  texts: Texts,
  nameOf: (stage: Stage, id: string) => string,
): string {
  if (connect.result === 'deny') return connect.ban ? texts.banned : texts.invalidNames
  if (!authentication) return texts.unknown
  if (!authorization || action === 'connect') return ofAuthentication(authentication.decision, texts, nameOf)
  const { result, by, disconnects } = authorization.decision
  const verdict = texts[result === 'allow' ? 'allowed' : 'denied'][action](topic)
  const sentence = texts.because(verdict, reasonOf(result, by, texts, nameOf))
  return disconnects ? texts.disconnects(sentence) : sentence
}

function ofAuthentication(
  { result, by }: { readonly result: 'allow' | 'deny'; readonly by: string },
  texts: Texts,
  nameOf: (stage: Stage, id: string) => string,
): string {
  switch (by) {
    case 'anonymous':
      return texts.anonymous
    case 'nobody':
      return texts.ignoredByAll
    case 'listener':
      return result === 'allow' ? texts.listenerAccepts : texts.listenerRejects
    case 'unknown':
      return texts.unknown
    default:
      return (result === 'allow' ? texts.acceptedBy : texts.rejectedBy)(nameOf('authentication', by))
  }
}

function reasonOf(
  result: 'allow' | 'deny',
  by: string,
  texts: Texts,
  nameOf: (stage: Stage, id: string) => string,
): string {
  if (by === 'superuser') return texts.superuser
  if (by === 'client_info') return texts.clientInfo
  if (by === 'default') return result === 'allow' ? texts.defaultAllows : texts.defaultDenies
  return texts.source(nameOf('authorization', by))
}
