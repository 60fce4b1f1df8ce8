import { useMemo } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { placeholderAt } from '../../../lib/placeholder.ts'
import { useClientPlaceholders } from '../../../schema-form/index.ts'
import type { CodeHelp, Completion } from '../../../ui/index.ts'
import { aclMessages } from './acl-messages.ts'
import { type AclPlace, placeOf } from './acl-place.ts'

/** What the editor of ACL text offers: place holders in topics, and at every place the words of the grammar. */
export function useAclHelp(): CodeHelp {
  const { words } = useMessages(aclMessages)
  const placeholders = useClientPlaceholders()
  return useMemo(() => {
    const offered = offerings(words)
    return {
      completeAt(text, offset) {
        const placeholder = placeholderAt(text, offset)
        if (placeholder) return { from: placeholder.from, to: placeholder.to, options: placeholders }
        const [word = ''] = /'?[a-z][\w@]*$|'?$/.exec(text.slice(0, offset)) ?? []
        const from = offset - word.length
        const place = placeOf(text.slice(0, from))
        // The quote that closed itself when the word was begun with one.
        const to = word.startsWith("'") && text[offset] === "'" ? offset + 1 : offset
        return place && { from, to, options: offered[place] }
      },
      hintAt: () => undefined,
      signatureAt: () => undefined,
    }
  }, [words, placeholders])
}

type Words = Readonly<Record<string, string>>

function offerings(words: Words): Readonly<Record<AclPlace, readonly Completion[]>> {
  const offer = (label: string, name: string): Completion => ({ label, detail: words[name] })
  const conditions = [
    offer('username', 'username'),
    offer('clientid', 'clientid'),
    offer('ipaddr', 'ipaddr'),
    offer('ipaddrs', 'ipaddrs'),
    offer('client_attr', 'clientAttr'),
    offer('zone', 'zone'),
    offer('listener', 'listener'),
    offer("'and'", 'and'),
    offer("'or'", 'or'),
  ]
  const examples = [
    offer('{username, "ann"}', 'username'),
    offer('{username, {re, "^a"}}', 're'),
    offer('{clientid, "c1"}', 'clientid'),
    offer('{ipaddr, "10.0.0.0/8"}', 'ipaddr'),
    offer('{ipaddrs, ["10.0.0.1", "::1"]}', 'ipaddrs'),
    offer('{client_attr, "group", "a"}', 'clientAttr'),
  ]
  const combinations = [
    offer(`{'and', [{username, "ann"}, {ipaddr, "10.0.0.0/8"}]}`, 'and'),
    offer(`{'or', [{username, "ann"}, {clientid, "c1"}]}`, 'or'),
  ]
  const types = [offer('publish', 'publish'), offer('subscribe', 'subscribe'), offer('all', 'both')]
  return {
    rule: [
      offer('{allow, {username, "ann"}, publish, ["a/#"]}.', 'rule'),
      offer('{deny, all, subscribe, [{eq, "#"}]}.', 'rule'),
      offer('{allow, all}.', 'allow'),
      offer('{deny, all}.', 'deny'),
    ],
    permission: [offer('allow', 'allow'), offer('deny', 'deny')],
    who: [offer('all', 'all'), ...examples, ...combinations],
    whoInList: [...examples, ...combinations],
    condition: conditions,
    test: [offer('{re, "^a"}', 're')],
    testWord: [offer('re', 're')],
    action: [
      ...types,
      offer('{publish, [{qos, 1}, {retain, false}]}', 'publish'),
      offer('{subscribe, [{qos, [0, 1]}]}', 'subscribe'),
    ],
    actionType: types,
    option: [offer('{qos, 1}', 'qos'), offer('{retain, false}', 'retain')],
    optionName: [offer('qos', 'qos'), offer('retain', 'retain')],
    retain: [offer('true', 'retain'), offer('false', 'retain'), offer('all', 'retain')],
    topics: [offer('["a/#"]', 'topics'), offer('[{eq, "#"}]', 'eq')],
    topic: [offer('{eq, "#"}', 'eq')],
    topicWord: [offer('eq', 'eq')],
  }
}
