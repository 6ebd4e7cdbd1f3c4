/**
 * The job runner's own tables. Its public view `graphile_worker.jobs` shows everything but the payload, and cannot be
 * changed or locked. Only this file names the tables, and its test notices a change.
 */
export const JOBS = 'graphile_worker._private_jobs'
export const FROM_JOBS = 'from graphile_worker._private_jobs j'
export const UPDATE_JOBS = 'update graphile_worker._private_jobs j'
export const FROM_TASKS = 'from graphile_worker._private_tasks t'
export const joinTasks = (jobs: string) => `join graphile_worker._private_tasks t on t.id = ${jobs}.task_id`
export const FROM_JOBS_AND_TASKS = `${FROM_JOBS} ${joinTasks('j')}`
export const JOIN_QUEUES = 'left join graphile_worker._private_job_queues q on q.id = j.job_queue_id'
