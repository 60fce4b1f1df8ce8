import {
  type Condition,
  type ConditionGroup,
  parseSql,
  readConditions,
  readWhere,
  withWhere,
  writeConditions,
} from '@mqdeck/rules/catalog'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import {
  Button,
  CodeEditor,
  DialogForm,
  Dim,
  FormDrawer,
  Group,
  IconButton,
  Notice,
  SegmentedControl,
  Select,
  Stack,
  TextField,
} from '../../../ui/index.ts'
import { flowMessages } from '../messages.ts'
import styles from './designer.module.css'

interface FilterDrawerProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly sql: string
  /** Columns of the inputs and names of the result. */
  readonly columns: readonly string[]
  readonly onDone: (sql: string) => void
}

const icon = { size: 16, 'aria-hidden': true } as const
const emptyCondition: Condition = { field: '', operator: '=', kind: 'text', value: '' }
const operators = ['=', '!=', '<', '<=', '>', '>=', '=~', '<>'] as const
const valueKinds = ['text', 'number', 'flag', 'field'] as const

/** Edits the condition of WHERE: in a form, or as SQL where the form cannot show it. */
export function FilterDrawer(props: FilterDrawerProps) {
  const texts = useMessages(flowMessages)
  return (
    <FormDrawer opened={props.opened} onClose={props.onClose} title={texts.filterTitle} size={860}>
      {({ onDirty, close }) => <Form {...props} onDirty={onDirty} onClose={close} />}
    </FormDrawer>
  )
}

function Form({
  sql,
  columns,
  onDone,
  onClose,
  onDirty,
}: FilterDrawerProps & { readonly onDirty: (isDirty: boolean) => void }) {
  const texts = useMessages(flowMessages)
  const [text, setText] = useState(() => readWhere(sql) ?? '')
  const [conditions, setConditions] = useState<ConditionGroup | undefined>(() =>
    text === '' ? { operator: 'and', items: [emptyCondition] } : readConditions(text),
  )
  const [isChecked, setChecked] = useState(false)
  const [isComplex, setComplex] = useState(conditions === undefined && text !== '')
  const change = (next: ConditionGroup) => {
    setConditions(next)
    onDirty(true)
  }
  const isEmpty = conditions !== undefined && all(conditions).length === 0
  const isFaulty = conditions !== undefined && all(conditions).some((one) => faultOf(one) !== undefined)
  const isBadText = parseSql(withWhere('SELECT * FROM "t"', text)).problems.length > 0
  const submit = () => {
    setChecked(true)
    if (conditions ? isEmpty || isFaulty : isBadText || text.trim() === '') return
    onDone(withWhere(sql, conditions ? writeConditions(conditions) : text))
  }
  const toForm = () => {
    const read = readConditions(text)
    setComplex(read === undefined)
    if (read) setConditions(read)
  }
  return (
    <DialogForm onSubmit={submit} onCancel={onClose}>
      <Group justify="between" wrap>
        <Dim>{texts.filterHelp}</Dim>
        {conditions ? (
          <Button
            size="small"
            variant="subtle"
            onClick={() => {
              setText(writeConditions(conditions))
              setConditions(undefined)
            }}
          >
            {texts.asSql}
          </Button>
        ) : (
          <Button size="small" variant="subtle" onClick={toForm}>
            {texts.asForm}
          </Button>
        )}
      </Group>
      {conditions ? (
        <>
          <GroupEditor group={conditions} onChange={change} columns={columns} isChecked={isChecked} place="" />
          {isChecked && isEmpty && <Notice tone="red">{texts.noConditions}</Notice>}
        </>
      ) : (
        <>
          {isComplex && <Notice>{texts.tooComplex}</Notice>}
          <CodeEditor
            label={texts.conditionSql}
            language="sql"
            value={text}
            onChange={(next) => {
              setText(next)
              onDirty(true)
            }}
            minLines={4}
            maxLines={14}
            error={isChecked && (isBadText || text.trim() === '') ? texts.badCondition : undefined}
          />
        </>
      )}
    </DialogForm>
  )
}

type Item = ConditionGroup['items'][number]

interface GroupEditorProps {
  readonly group: ConditionGroup
  readonly onChange: (group: ConditionGroup) => void
  readonly columns: readonly string[]
  readonly isChecked: boolean
  /** Such as `2.` for the second item. Empty for the whole condition. */
  readonly place: string
}

/** Conditions with their operator. Only the outer one can have groups. */
function GroupEditor({ group, onChange, columns, isChecked, place }: GroupEditorProps) {
  const texts = useMessages(flowMessages)
  const { operator, items } = group
  const isInner = place !== ''
  const set = (index: number, item: Item) => onChange({ operator, items: items.toSpliced(index, 1, item) })
  return (
    <Stack gap={3}>
      {(items.length > 1 || isInner) && (
        <Group>
          <SegmentedControl
            label={texts.join}
            value={operator}
            onChange={(next) => onChange({ operator: next, items })}
            options={(['and', 'or'] as const).map((value) => ({ value, label: texts.joins[value] }))}
          />
        </Group>
      )}
      {items.map((item, index) => {
        const at = `${place}${index + 1}`
        const remove = (label: string) => (
          <IconButton
            size="small"
            label={label}
            icon={<IconTrash {...icon} />}
            onClick={() => onChange({ operator, items: items.toSpliced(index, 1) })}
          />
        )
        if ('items' in item)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity of their own
            <fieldset key={index} className={styles.group} aria-label={texts.group(at)}>
              <GroupEditor
                group={item}
                onChange={({ operator: joined, items: inner }) =>
                  set(index, { operator: joined, items: inner.filter((one): one is Condition => !('items' in one)) })
                }
                columns={columns}
                isChecked={isChecked}
                place={`${at}.`}
              />
              {remove(texts.removeGroup(at))}
            </fieldset>
          )
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity of their own
          <fieldset key={index} className={styles.condition} aria-label={texts.condition(at)}>
            <ConditionFields
              condition={item}
              onChange={(next) => set(index, next)}
              columns={columns}
              fault={isChecked ? faultOf(item) : undefined}
            />
            {remove(texts.removeCondition(at))}
          </fieldset>
        )
      })}
      <Group>
        <Button
          size="small"
          icon={<IconPlus {...icon} />}
          onClick={() => onChange({ operator, items: [...items, emptyCondition] })}
        >
          {texts.addCondition}
        </Button>
        {!isInner && (
          <Button
            size="small"
            icon={<IconPlus {...icon} />}
            onClick={() =>
              onChange({
                operator,
                items: [
                  ...items,
                  { operator: operator === 'and' ? 'or' : 'and', items: [emptyCondition, emptyCondition] },
                ],
              })
            }
          >
            {texts.addGroup}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

type Fault = 'field' | 'value' | 'number' | 'quote'

interface ConditionFieldsProps {
  readonly condition: Condition
  readonly onChange: (condition: Condition) => void
  readonly columns: readonly string[]
  readonly fault: Fault | undefined
}

function ConditionFields({ condition, onChange, columns, fault }: ConditionFieldsProps) {
  const texts = useMessages(flowMessages)
  const { field, operator, kind, value } = condition
  const errors: Readonly<Record<Exclude<Fault, 'field'>, string>> = {
    value: texts.needsValue,
    number: texts.notNumber,
    quote: texts.noQuote,
  }
  const setValue = (next: string) => {
    if (kind === 'flag') onChange({ field, operator, kind, value: next === 'true' ? 'true' : 'false' })
    else onChange({ field, operator, kind, value: next })
  }
  return (
    <>
      <TextField
        label={texts.conditionField}
        mono
        value={field}
        suggestions={columns}
        error={fault === 'field' ? texts.badExpression : undefined}
        onChange={(event) => onChange({ ...condition, field: event.currentTarget.value })}
        autoComplete="off"
      />
      <Select
        label={texts.operator}
        value={operator}
        onChange={(next) => next && onChange({ ...condition, operator: next })}
        options={operators.map((one) => ({ value: one, label: texts.operators[one] }))}
      />
      <Select
        label={texts.valueKind}
        value={kind}
        onChange={(next) => {
          if (next === 'flag') onChange({ field, operator, kind: next, value: 'true' })
          else if (next) onChange({ field, operator, kind: next, value: kind === 'flag' ? '' : value })
        }}
        options={valueKinds.map((one) => ({ value: one, label: texts.valueKinds[one] }))}
      />
      {kind === 'flag' ? (
        <Select
          label={texts.value}
          value={value}
          onChange={(next) => setValue(next ?? 'true')}
          options={[
            { value: 'true', label: 'true' },
            { value: 'false', label: 'false' },
          ]}
        />
      ) : (
        <TextField
          label={texts.value}
          mono
          value={value}
          {...(kind === 'field' && { suggestions: columns })}
          error={fault !== undefined && fault !== 'field' ? errors[fault] : undefined}
          onChange={(event) => setValue(event.currentTarget.value)}
          autoComplete="off"
        />
      )}
    </>
  )
}

const all = ({ items }: ConditionGroup): readonly Condition[] =>
  items.flatMap((item) => ('items' in item ? item.items : [item]))

function faultOf({ field, operator, kind, value }: Condition): Fault | undefined {
  const isPath = (text: string) => {
    const read = readConditions(`${text} = 1`)
    return read?.items.length === 1 && text.trim() !== ''
  }
  if (!isPath(field)) return 'field'
  if (kind === 'number')
    return readConditions(`a ${operator} ${value}`)?.items.length === 1 &&
      value.trim() !== '' &&
      !Number.isNaN(Number(value))
      ? undefined
      : 'number'
  if (kind === 'field') return isPath(value) ? undefined : 'value'
  return kind === 'text' && value.includes("'") ? 'quote' : undefined
}
