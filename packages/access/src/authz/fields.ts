import { choice, flag, setting } from '@mqdeck/contract'

/** Fields of all sources. */
export const enableField = setting(flag(), {
  default: true,
  label: { en: 'Enabled', zh: '启用' },
  help: { en: 'Disabled sources are skipped. Default enabled.', zh: '禁用的数据源会被跳过。默认启用。' },
})

export const typeField = <T extends string>(type: T) =>
  setting(choice([type]), { required: true, label: { en: 'Type', zh: '类型' } })
