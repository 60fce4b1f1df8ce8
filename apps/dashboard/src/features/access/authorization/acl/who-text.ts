import type { TextTest, Who } from '@mqdeck/access/acl'
import { useMessages } from '../../../../i18n/index.ts'
import { aclMessages } from './acl-messages.ts'

/** The clients that a rule applies to as text: `Username ann and (10.0.0.0/8 or Zone z)`. */
export function useWhoText(): (who: Who) => string {
  const texts = useMessages(aclMessages)
  const testText = (field: string, test: TextTest) =>
    'is' in test ? texts.is(field, test.is) : texts.matches(field, test.matches)
  const textOf = (who: Who): string => {
    switch (who.kind) {
      case 'all':
        return texts.everyone
      case 'ipaddr':
        return texts.is(texts.kinds.ipaddr, who.networks.join(', '))
      case 'client_attr':
        return testText(texts.attribute(who.name), who.test)
      case 'and':
      case 'or': {
        if (who.of.length === 0) return who.kind === 'and' ? texts.everyone : texts.noClient
        return texts[who.kind](
          who.of.map((part) => (part.kind === 'and' || part.kind === 'or' ? `(${textOf(part)})` : textOf(part))),
        )
      }
      default:
        return testText(texts.kinds[who.kind], who.test)
    }
  }
  return textOf
}
