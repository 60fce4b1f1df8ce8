import { alarm, sysmon } from '../roots/index.ts'
import { readRoot, replaceRoot } from './root-endpoints.ts'

// Separate from the alarms, so that counting alarms does not load every root of the configuration.

export const getAlarmConfig = readRoot('/configs/alarm', alarm.schema)

export const updateAlarmConfig = replaceRoot('/configs/alarm', alarm.schema, {
  en: 'Change alarm settings',
  zh: '修改告警设置',
})

export const getSysmonConfig = readRoot('/configs/sysmon', sysmon.schema)

export const updateSysmonConfig = replaceRoot('/configs/sysmon', sysmon.schema, {
  en: 'Change system monitor settings',
  zh: '修改系统监控设置',
})

export const alarmSettings = { getAlarmConfig, updateAlarmConfig, getSysmonConfig, updateSysmonConfig }
