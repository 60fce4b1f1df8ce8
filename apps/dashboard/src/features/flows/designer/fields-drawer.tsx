import {
  functionFamilies,
  functionsByName,
  parseSql,
  readCall,
  readFields,
  type WrittenField,
  withFields,
} from '@mqdeck/rules/catalog'
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useLocale, useMessages } from '../../../i18n/index.ts'
import {
  Button,
  DialogForm,
  Dim,
  FormDrawer,
  Group,
  IconButton,
  Mono,
  Select,
  Stack,
  TextField,
} from '../../../ui/index.ts'
import { flowMessages } from '../messages.ts'
import styles from './designer.module.css'

interface FieldsDrawerProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly sql: string
  /** Columns of the inputs. */
  readonly columns: readonly string[]
  readonly onDone: (sql: string) => void
}

/** A field of the result in the form. `name` is a function, or empty. */
interface Row {
  readonly name: string
  readonly argument: string
  readonly more: string
  readonly alias: string
}

const emptyRow: Row = { name: '', argument: '', more: '', alias: '' }
const icon = { size: 16, 'aria-hidden': true } as const

/** Edits the fields of SELECT. */
export function FieldsDrawer(props: FieldsDrawerProps) {
  const texts = useMessages(flowMessages)
  return (
    <FormDrawer opened={props.opened} onClose={props.onClose} title={texts.fieldsTitle} size={860}>
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
}: FieldsDrawerProps & { readonly onDirty: (isDirty: boolean) => void }) {
  const texts = useMessages(flowMessages)
  const locale = useLocale()
  const [rows, setRows] = useState<readonly Row[]>(() => readFields(sql)?.map(toRow) ?? [])
  const [isChecked, setChecked] = useState(false)
  const functions = useMemo(
    () =>
      functionFamilies.flatMap((family) =>
        family.functions.map(({ name, parameters }) => ({
          value: name,
          label: `${name}(${parameters.map((one) => one.name).join(', ')})`,
        })),
      ),
    [],
  )
  const change = (next: readonly Row[]) => {
    setRows(next)
    onDirty(true)
  }
  const set = (index: number, part: Partial<Row>) =>
    change(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))
  const faults = rows.map((row) => faultOf(row))
  const submit = () => {
    setChecked(true)
    if (faults.some((fault) => fault !== undefined)) return
    onDone(withFields(sql, rows.length === 0 ? [{ expression: '*', alias: '' }] : rows.map(toField)))
  }
  const suggestions = [...columns, '*']
  return (
    <DialogForm onSubmit={submit} onCancel={onClose}>
      <Dim>{texts.fieldsHelp}</Dim>
      <Stack gap={3}>
        {rows.map((row, index) => {
          const known = functionsByName.get(row.name)
          const fault = isChecked ? faults[index] : undefined
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity of their own
            <fieldset key={index} className={styles.fieldRow} aria-label={texts.row(index + 1)}>
              <Select
                label={texts.rowFunction}
                value={row.name}
                onChange={(name = '') => set(index, { name })}
                options={[
                  { value: '', label: texts.noFunction },
                  ...(row.name !== '' && !known ? [{ value: row.name, label: row.name }] : []),
                  ...functions,
                ]}
                description={known?.help[locale]}
              />
              <TextField
                label={texts.rowField}
                mono
                value={row.argument}
                suggestions={suggestions}
                error={fault === 'expression' ? texts.badExpression : undefined}
                onChange={(event) => set(index, { argument: event.currentTarget.value })}
                autoComplete="off"
              />
              <TextField
                label={texts.rowMore}
                mono
                disabled={row.name === '' || known?.parameters.length === 1}
                value={row.more}
                placeholder={known?.parameters
                  .slice(1)
                  .map(({ name }) => name)
                  .join(', ')}
                onChange={(event) => set(index, { more: event.currentTarget.value })}
                autoComplete="off"
              />
              <TextField
                label={texts.rowAlias}
                mono
                value={row.alias}
                error={fault === 'alias' ? texts.aliasNeeded : undefined}
                onChange={(event) => set(index, { alias: event.currentTarget.value })}
                autoComplete="off"
              />
              <span className={styles.rowButtons}>
                <IconButton
                  size="small"
                  label={texts.rowUp(index + 1)}
                  disabled={index === 0}
                  icon={<IconArrowUp {...icon} />}
                  onClick={() => change(rows.toSpliced(index - 1, 2, row, ...rows.slice(index - 1, index)))}
                />
                <IconButton
                  size="small"
                  label={texts.removeRow(index + 1)}
                  icon={<IconTrash {...icon} />}
                  onClick={() => change(rows.toSpliced(index, 1))}
                />
              </span>
              <span className={styles.written}>
                <Mono>{writtenOf(row)}</Mono>
              </span>
            </fieldset>
          )
        })}
      </Stack>
      <Group>
        <Button size="small" icon={<IconPlus {...icon} />} onClick={() => change([...rows, emptyRow])}>
          {texts.addRow}
        </Button>
      </Group>
    </DialogForm>
  )
}

function toRow({ expression, alias }: WrittenField): Row {
  const call = readCall(expression)
  if (!call) return { name: '', argument: expression, more: '', alias }
  const [argument = '', ...more] = call.args
  return { name: call.name, argument, more: more.join(', '), alias }
}

function toField(row: Row): WrittenField {
  const args = [row.argument, row.more].map((one) => one.trim()).filter((one) => one !== '')
  return {
    expression: row.name === '' ? row.argument.trim() : `${row.name}(${args.join(', ')})`,
    alias: row.alias.trim(),
  }
}

function writtenOf(row: Row): string {
  const { expression, alias } = toField(row)
  return alias === '' ? expression : `${expression} as ${alias}`
}

function faultOf(row: Row): 'expression' | 'alias' | undefined {
  const field = toField(row)
  const { statement, problems } = parseSql(withFields('SELECT * FROM "t"', [field]))
  const isOne = statement?.kind === 'select' && statement.fields.length === 1
  if (field.expression === '' || !isOne || problems.length > 0) return 'expression'
  return row.name !== '' && field.alias === '' ? 'alias' : undefined
}
