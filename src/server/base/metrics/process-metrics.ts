// Processor time, memory and the event loop of this process. [running.metrics]
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metric } from './registry.ts';

const resolutionMs = 10;
const perSecond = 1e9;

/** Starts to watch the event loop; each reading covers the time since the one before. */
export function watchProcess(): () => Metric[] {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const startSeconds = Math.floor(performance.timeOrigin / 1000);
  return () => {
    const { user, system } = process.cpuUsage();
    const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
    // The event loop has not turned since the last reading: there is nothing to report.
    const seconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / perSecond : 0);
    const [p50, p90, p99, max] = [delay.percentile(50), delay.percentile(90), delay.percentile(99), delay.max].map(
      seconds,
    );
    delay.reset();
    return [
      counter('process_cpu_user_seconds_total', 'Processor time in the program, in seconds.', user / 1e6),
      counter('process_cpu_system_seconds_total', 'Processor time in the system, in seconds.', system / 1e6),
      counter('process_cpu_seconds_total', 'Processor time, in seconds.', (user + system) / 1e6),
      gauge('process_start_time_seconds', 'When the process started, in seconds since 1970.', startSeconds),
      gauge('process_resident_memory_bytes', 'Memory of the process.', rss),
      gauge('nodejs_heap_size_total_bytes', 'Memory set aside for objects.', heapTotal),
      gauge('nodejs_heap_size_used_bytes', 'Memory that objects take.', heapUsed),
      gauge('nodejs_external_memory_bytes', 'Memory that objects hold outside.', external),
      gauge('nodejs_eventloop_lag_p50_seconds', 'How late the event loop was, median since the last reading.', p50!),
      gauge('nodejs_eventloop_lag_p90_seconds', 'The same, of nine turns in ten.', p90!),
      gauge('nodejs_eventloop_lag_p99_seconds', 'The same, of 99 turns in 100.', p99!),
      gauge('nodejs_eventloop_lag_max_seconds', 'The same, of the worst turn.', max!),
    ];
  };
}

const counter = (name: string, help: string, value: number): Metric => ({ ...one(name, help, value), type: 'counter' });
const gauge = (name: string, help: string, value: number): Metric => ({ ...one(name, help, value), type: 'gauge' });
const one = (name: string, help: string, value: number) => ({ name, help, samples: [['', '', value]] as const });
