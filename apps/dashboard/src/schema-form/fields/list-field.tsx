import { useLocale } from '../../i18n/index.ts'
import { Checkbox, FieldFrame, Group, TagsField } from '../../ui/index.ts'
import type { EnumNode, ListNode } from '../model.ts'
import { symbolText } from '../symbol-texts.ts'
import { type NodeFieldProps, useField } from '../use-field.ts'
import { RowsField } from './rows-field.tsx'

/** A list of values: tags for strings, checkboxes for enums, rows for everything else. */
export function ListField({ node, ...props }: NodeFieldProps & { readonly node: ListNode }) {
  const { item } = node
  if (item.kind === 'text' || item.kind === 'number') return <TagListField {...props} node={node} />
  if (item.kind === 'enum') return <CheckboxListField {...props} node={node} item={item} />
  return <RowsField {...props} node={node} />
}

function TagListField(props: NodeFieldProps & { readonly node: ListNode }) {
  const { value, set, blur, frame } = useField(props)
  const isNumeric = props.node.item.kind === 'number'
  const list = Array.isArray(value) ? value : []
  // TagsField uses values as keys, so equal values would become one.
  const words = [...new Set(list.map(String))]
  return (
    <TagsField
      {...frame}
      value={words}
      onChange={(next) => set(isNumeric ? next.map(toNumber) : next)}
      onBlur={blur}
      mono
    />
  )
}

const toNumber = (text: string) => (text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text)

function CheckboxListField({ item, ...props }: NodeFieldProps & { readonly node: ListNode; readonly item: EnumNode }) {
  const { value, set, frame, isDisabled } = useField(props)
  const locale = useLocale()
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  const foreign = chosen.filter((one) => !item.symbols.some((symbol) => symbol === one))
  return (
    <FieldFrame {...frame} group>
      {() => (
        <Group gap={4} wrap>
          {item.symbols.map((symbol) => (
            <Checkbox
              key={String(symbol)}
              label={symbolText(symbol, item)[locale]}
              disabled={isDisabled}
              checked={chosen.includes(symbol)}
              // In the order of the declaration, so that unchecking and checking changes nothing.
              onChange={(checked) =>
                set([...item.symbols.filter((one) => (one === symbol ? checked : chosen.includes(one))), ...foreign])
              }
            />
          ))}
        </Group>
      )}
    </FieldFrame>
  )
}
