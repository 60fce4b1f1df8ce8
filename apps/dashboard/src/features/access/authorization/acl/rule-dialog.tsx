import { type AclRule, isForEverything, printRule } from '@mqdeck/access/acl'
import { useState } from 'react'
import { useMessages } from '../../../../i18n/index.ts'
import { topicFilterMessages } from '../../../../lib/topics/topic-filter-messages.ts'
import {
  Button,
  CodeBlock,
  Drawer,
  FieldFrame,
  Fields,
  Group,
  Notice,
  SegmentedField,
  Select,
  Stack,
  TagsField,
} from '../../../../ui/index.ts'
import { ruleMessages } from '../rules/messages.ts'
import { qosOf, qosText, type RetainText, retainOf, useRuleChoices } from '../rules/rule-choices.ts'
import { aclMessages } from './acl-messages.ts'
import { type EditedAclRule, faultsOf, newRule, toEditedRule, topicFault, toRule } from './edited-acl-rule.ts'
import { WhoFields } from './who-fields.tsx'

interface RuleDialogProps {
  /** Undefined while the dialog is closed. */
  readonly edited: AclRule | 'new' | undefined
  /** Position of the rule, from 1. */
  readonly place: number
  readonly onApply: (rule: AclRule) => void
  readonly onClose: () => void
  readonly onShowText: () => void
}

/** Form for one rule of an ACL text. */
export function RuleDialog({ edited, ...form }: RuleDialogProps) {
  const texts = useMessages(aclMessages)
  return (
    <Drawer
      opened={edited !== undefined}
      onClose={form.onClose}
      title={edited === 'new' ? texts.addRule : texts.ruleAt(form.place)}
      size={620}
    >
      {edited && <RuleForm {...form} edited={edited} />}
    </Drawer>
  )
}

function RuleForm({ edited, onApply, onClose, onShowText }: RuleDialogProps & { readonly edited: AclRule | 'new' }) {
  const texts = useMessages(aclMessages)
  const { columns, qos, retain } = useMessages(ruleMessages)
  const filterFaults = useMessages(topicFilterMessages)
  const choices = useRuleChoices()
  const [rule, setRule] = useState<EditedAclRule>(() => (edited === 'new' ? newRule : toEditedRule(edited)))
  const [isSubmitted, setSubmitted] = useState(false)
  const change = (next: Partial<EditedAclRule>) => setRule((now) => ({ ...now, ...next }))
  const faults = faultsOf(rule)
  const shown = isSubmitted ? faults : undefined
  const next = toRule(rule)
  const submit = () => {
    setSubmitted(true)
    if (!faults) onApply(next)
  }
  return (
    // No form element: React forwards its events to the form of the source, although it is elsewhere in the document.
    <Stack gap={5}>
      <Fields>
        <SegmentedField
          label={columns.permission}
          value={rule.permission}
          onChange={(permission) => change({ permission })}
          options={choices.permission}
        />
        <WhoFields rule={rule} faults={shown} onChange={change} onShowText={onShowText} />
        <SegmentedField
          label={columns.action}
          value={rule.action}
          onChange={(action) => change({ action })}
          options={choices.action}
        />
        <Fields columns={2}>
          <Select
            label={qos}
            value={qosText(rule.qos)}
            onChange={(text) => change({ qos: qosOf(text) ?? rule.qos })}
            options={choices.qos}
          />
          {rule.action !== 'subscribe' && (
            <Select
              label={retain}
              value={String(rule.retain) as RetainText} // a boolean or `all`
              onChange={(text) => change({ retain: retainOf(text) })}
              options={choices.retain}
            />
          )}
        </Fields>
        <TagsField
          mono
          commaSeparates={false}
          label={texts.topics}
          description={texts.topicsHint}
          value={rule.topics}
          onChange={(topics) => change({ topics })}
          check={(topic) => {
            const fault = topicFault(topic)
            return fault && filterFaults[fault]
          }}
          error={shown?.noTopic ? texts.noTopic : undefined}
        />
        <FieldFrame label={texts.preview} group>
          {() => <CodeBlock code={`${printRule(next)}.`} wrap />}
        </FieldFrame>
      </Fields>
      {isForEverything(next) && <Notice tone="amber">{texts.matchesEverything}</Notice>}
      <Group justify="end">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button variant="primary" onClick={submit}>
          {edited === 'new' ? texts.add : texts.apply}
        </Button>
      </Group>
    </Stack>
  )
}
