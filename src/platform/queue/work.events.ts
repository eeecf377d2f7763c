// What visible jobs emit: one progress shape for every kind of background work.
import { Type } from 'typebox'
import { defineEvent } from '../events/event.ts'

const maybe = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
const About = {
  job_id: Type.String(),
  kind: Type.String({ description: 'The kind of job, such as `leads.bulk_enrich`.' }),
  title: Type.String(),
  workbook_id: Type.Optional(Type.String()),
}
const Ended = {
  ...About,
  done: Type.Number(),
  total: maybe('Of so many; null when that is not known.'),
  counts: Type.Record(Type.String(), Type.Number()),
}

export const jobCreated = defineEvent('job.created', Type.Object(About), 'A job was started or retried.')
export const jobStarted = defineEvent('job.started', Type.Object(About), 'A worker began or resumed a job.')
export const jobProgress = defineEvent(
  'job.progress',
  Type.Object({
    job_id: Type.String(),
    done: Type.Number(),
    total: maybe('Of so many; null when that is not known.'),
    rate: maybe('Items per second of this attempt.'),
    eta_seconds: maybe('Seconds left at this rate.'),
    message: Type.Union([Type.String(), Type.Null()]),
    counts: Type.Optional(Type.Record(Type.String(), Type.Number())),
  }),
  'The progress of a job, at most four times a second.',
)
export const jobCompleted = defineEvent('job.completed', Type.Object(Ended), 'A job ended successfully.')
export const jobFailed = defineEvent(
  'job.failed',
  Type.Object({ ...Ended, error: Type.String() }),
  'A job ended with an error; its results until then stay.',
)
export const jobCancelled = defineEvent('job.cancelled', Type.Object(Ended), 'A job was cancelled.')

export const WORK_EVENTS = [jobCreated, jobStarted, jobProgress, jobCompleted, jobFailed, jobCancelled]
