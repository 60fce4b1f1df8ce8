import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useLocale, useMessages } from '../../../../i18n/index.ts'
import { Button, FieldFrame, IconButton, Notice, Select, Stack, TagsField, TextField } from '../../../../ui/index.ts'
import styles from './acl.module.css'
import { aclMessages } from './acl-messages.ts'
import {
  type Condition,
  conditionKinds,
  type EditedAclRule,
  type Fault,
  networkFault,
  type RuleFaults,
  withNewCondition,
} from './edited-acl-rule.ts'
import { useWhoText } from './who-text.ts'

interface WhoFieldsProps {
  readonly rule: EditedAclRule
  readonly faults: RuleFaults | undefined
  readonly onChange: (change: Partial<EditedAclRule>) => void
  readonly onShowText: () => void
}

/** The clients that a rule applies to: everyone, or clients that match conditions. */
export function WhoFields({ rule, faults, onChange, onShowText }: WhoFieldsProps) {
  const texts = useMessages(aclMessages)
  const whoText = useWhoText()
  const { who, conditions } = rule
  const choices = (['all', 'and', 'or', 'nested'] as const).filter((one) => one !== 'nested' || who === 'nested')
  const choose = (next: EditedAclRule['who'] | undefined) =>
    next &&
    onChange({ who: next, ...(next !== 'all' && conditions.length === 0 && { conditions: withNewCondition([]) }) })
  const put = (key: number, change: Partial<Condition>) =>
    onChange({ conditions: conditions.map((one) => (one.key === key ? { ...one, ...change } : one)) })
  return (
    <>
      <Select
        label={texts.who}
        value={who}
        onChange={choose}
        options={choices.map((value) => ({ value, label: texts.whoChoices[value] }))}
      />
      {who === 'nested' && (
        <Notice>
          <Stack gap={2} align="start">
            <strong>{whoText(rule.original)}</strong>
            <span>{texts.nestedHint}</span>
            <Button size="small" onClick={onShowText}>
              {texts.editAsText}
            </Button>
          </Stack>
        </Notice>
      )}
      {(who === 'and' || who === 'or') && (
        <FieldFrame label={texts.conditions} group error={faults?.noCondition ? texts.noCondition : undefined}>
          {() => (
            <Stack gap={3}>
              {conditions.map((condition, index) => (
                <div key={condition.key} className={styles.condition}>
                  <ConditionFields
                    condition={condition}
                    place={index + 1}
                    fault={faults?.conditions.get(condition.key)}
                    isNameMissing={faults?.names.has(condition.key) ?? false}
                    onChange={(change) => put(condition.key, change)}
                  />
                  <IconButton
                    label={texts.deleteCondition(index + 1)}
                    icon={<IconTrash size={16} aria-hidden />}
                    onClick={() => onChange({ conditions: conditions.filter(({ key }) => key !== condition.key) })}
                  />
                </div>
              ))}
              <div>
                <Button
                  size="small"
                  icon={<IconPlus size={16} aria-hidden />}
                  onClick={() => onChange({ conditions: withNewCondition(conditions) })}
                >
                  {texts.addCondition}
                </Button>
              </div>
            </Stack>
          )}
        </FieldFrame>
      )}
    </>
  )
}

interface ConditionFieldsProps {
  readonly condition: Condition
  readonly place: number
  readonly fault: Fault | undefined
  readonly isNameMissing: boolean
  readonly onChange: (change: Partial<Condition>) => void
}

function ConditionFields({ condition, place, fault, isNameMissing, onChange }: ConditionFieldsProps) {
  const texts = useMessages(aclMessages)
  const locale = useLocale()
  const { kind } = condition
  const named = (field: string) => ({ 'aria-label': texts.fieldOfCondition(field, place) })
  const faultText = (one: Fault | undefined) => (one === 'required' ? texts.required(texts.value) : one?.[locale])
  return (
    <div className={styles.parts}>
      <Select
        {...named(texts.type)}
        value={kind}
        onChange={(next) => next && onChange({ kind: next })}
        options={conditionKinds.map((value) => ({ value, label: texts.kinds[value] }))}
      />
      {kind === 'ipaddr' ? (
        <div className={styles.whole}>
          <TagsField
            mono
            {...named(texts.value)}
            placeholder="10.0.0.0/8, ::1"
            value={condition.networks}
            onChange={(networks) => onChange({ networks })}
            check={(network) => faultText(networkFault(network))}
            error={faultText(fault)}
          />
        </div>
      ) : (
        <>
          <Select
            {...named(texts.comparison)}
            value={condition.isPattern ? 'matches' : 'is'}
            onChange={(test) => onChange({ isPattern: test === 'matches' })}
            options={(['is', 'matches'] as const).map((value) => ({ value, label: texts.comparisons[value] }))}
          />
          <Stack gap={2}>
            {kind === 'client_attr' && (
              <TextField
                mono
                {...named(texts.name)}
                placeholder={texts.name}
                autoComplete="off"
                value={condition.name}
                onChange={(event) => onChange({ name: event.currentTarget.value })}
                error={isNameMissing ? texts.required(texts.name) : undefined}
              />
            )}
            <TextField
              mono
              {...named(texts.value)}
              placeholder={condition.isPattern ? '^a' : texts.value}
              autoComplete="off"
              value={condition.text}
              onChange={(event) => onChange({ text: event.currentTarget.value })}
              error={faultText(fault)}
            />
          </Stack>
        </>
      )}
    </div>
  )
}
