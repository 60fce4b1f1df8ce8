import { useMemo } from 'react'
import { useMessages } from '../../../../i18n/index.ts'
import { placeholderAt } from '../../../../lib/text/placeholder.ts'
import { useClientPlaceholders } from '../../../../schema-form/index.ts'
import type { CodeHelp, Completion } from '../../../../ui/index.ts'
import { aclMessages } from './acl-messages.ts'
import { type AclPlace, placeOf } from './acl-place.ts'

/** Completions for the ACL editor: placeholders in topics, and the keywords that the grammar allows at the cursor. */
export function useAclHelp(): CodeHelp {
  const { completions } = useMessages(aclMessages)
  const placeholders = useClientPlaceholders()
  return useMemo(() => {
    const options = completionsByPlace(completions)
    return {
      completeAt(text, offset) {
        const placeholder = placeholderAt(text, offset)
        if (placeholder) return { from: placeholder.from, to: placeholder.to, options: placeholders }
        const [word = ''] = /'?[a-z][\w@]*$|'?$/.exec(text.slice(0, offset)) ?? []
        const from = offset - word.length
        const place = placeOf(text.slice(0, from))
        // Include the closing quote that the editor has added automatically.
        const to = word.startsWith("'") && text[offset] === "'" ? offset + 1 : offset
        return place && { from, to, options: options[place] }
      },
      hintAt: () => undefined,
      signatureAt: () => undefined,
    }
  }, [completions, placeholders])
}

type Details = Readonly<Record<string, string>>

function completionsByPlace(details: Details): Readonly<Record<AclPlace, readonly Completion[]>> {
  const completion = (label: string, name: string): Completion => ({ label, detail: details[name] })
  const conditions = [
    completion('username', 'username'),
    completion('clientid', 'clientid'),
    completion('ipaddr', 'ipaddr'),
    completion('ipaddrs', 'ipaddrs'),
    completion('client_attr', 'clientAttr'),
    completion('zone', 'zone'),
    completion('listener', 'listener'),
    completion("'and'", 'and'),
    completion("'or'", 'or'),
  ]
  const examples = [
    completion('{username, "ann"}', 'username'),
    completion('{username, {re, "^a"}}', 're'),
    completion('{clientid, "c1"}', 'clientid'),
    completion('{ipaddr, "10.0.0.0/8"}', 'ipaddr'),
    completion('{ipaddrs, ["10.0.0.1", "::1"]}', 'ipaddrs'),
    completion('{client_attr, "group", "a"}', 'clientAttr'),
  ]
  const combinations = [
    completion(`{'and', [{username, "ann"}, {ipaddr, "10.0.0.0/8"}]}`, 'and'),
    completion(`{'or', [{username, "ann"}, {clientid, "c1"}]}`, 'or'),
  ]
  const types = [completion('publish', 'publish'), completion('subscribe', 'subscribe'), completion('all', 'both')]
  return {
    rule: [
      completion('{allow, {username, "ann"}, publish, ["a/#"]}.', 'rule'),
      completion('{deny, all, subscribe, [{eq, "#"}]}.', 'rule'),
      completion('{allow, all}.', 'allow'),
      completion('{deny, all}.', 'deny'),
    ],
    permission: [completion('allow', 'allow'), completion('deny', 'deny')],
    who: [completion('all', 'all'), ...examples, ...combinations],
    whoInList: [...examples, ...combinations],
    condition: conditions,
    test: [completion('{re, "^a"}', 're')],
    testWord: [completion('re', 're')],
    action: [
      ...types,
      completion('{publish, [{qos, 1}, {retain, false}]}', 'publish'),
      completion('{subscribe, [{qos, [0, 1]}]}', 'subscribe'),
    ],
    actionType: types,
    option: [completion('{qos, 1}', 'qos'), completion('{retain, false}', 'retain')],
    optionName: [completion('qos', 'qos'), completion('retain', 'retain')],
    retain: [completion('true', 'retain'), completion('false', 'retain'), completion('all', 'retain')],
    topics: [completion('["a/#"]', 'topics'), completion('[{eq, "#"}]', 'eq')],
    topic: [completion('{eq, "#"}', 'eq')],
    topicWord: [completion('eq', 'eq')],
  }
}
