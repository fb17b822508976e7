// A small model of the rules of files.life: which links open, as plain sets. The service is compared with it.

export const lifeHours = 24;

export interface ModelForm {
  readonly keeps: boolean;
  isDeleted: boolean;
}

export interface ModelFile {
  readonly form: ModelForm;
  readonly madeAt: number;
  isAlive: boolean;
  isUsed: boolean;
  isKept: boolean;
}

export interface ModelEntry {
  readonly form: ModelForm;
  status: 'saved' | 'submitted' | 'template' | 'deleted';
  shown: Set<ModelFile>;
  readonly held: Set<ModelFile>;
  readonly dropped: Map<ModelFile, number>;
}

export class FileModel {
  now = 0;
  readonly files: ModelFile[] = [];
  readonly entries: ModelEntry[] = [];

  upload(form: ModelForm): ModelFile {
    const file = { form, madeAt: this.now, isAlive: true, isUsed: false, isKept: false };
    this.files.push(file);
    return file;
  }

  /** Whether a write is refused because a file is gone. `known` were confirmed before. */
  isRefused(files: Iterable<ModelFile>, known: ReadonlySet<ModelFile> = new Set()): boolean {
    return [...files].some((file) => !file.isAlive && !known.has(file));
  }

  add(form: ModelForm, status: 'saved' | 'submitted' | 'template', shown: Set<ModelFile>): ModelEntry {
    const entry: ModelEntry = { form, status, shown: new Set(), held: new Set(), dropped: new Map() };
    this.entries.push(entry);
    this.write(entry, shown);
    return entry;
  }

  /** The entry shows these from now on. */
  write(entry: ModelEntry, shown: Set<ModelFile>): void {
    for (const file of shown) {
      entry.dropped.delete(file);
      if (!file.isAlive) continue;
      entry.held.add(file);
      file.isUsed = true;
    }
    if (entry.status === 'saved' && !entry.form.keeps) {
      for (const file of entry.shown) if (!shown.has(file) && entry.held.has(file)) entry.dropped.set(file, this.now);
    }
    entry.shown = shown;
  }

  /** Sent with deleted true. */
  deleteFile(entry: ModelEntry, file: ModelFile): void {
    this.write(entry, new Set([...entry.shown].filter((one) => one !== file)));
    if (!entry.form.keeps) file.isAlive = false;
  }

  delete(entry: ModelEntry): void {
    entry.status = 'deleted';
    for (const file of new Set([...entry.shown, ...entry.held])) {
      if (entry.form.keeps) file.isKept = true;
      else if (entry.shown.has(file)) file.isAlive = false;
      else this.endUnheld(file);
    }
  }

  deleteForm(form: ModelForm): void {
    form.isDeleted = true;
    const entries = this.entries.filter((entry) => entry.form === form && entry.status !== 'deleted');
    for (const entry of entries) entry.status = 'deleted';
    for (const file of this.files.filter((one) => one.form === form)) {
      if (!form.keeps) file.isAlive = false;
      else if (file.isUsed) file.isKept = true;
    }
    for (const file of new Set(entries.flatMap((entry) => [...entry.held]))) {
      if (form.keeps) file.isKept = true;
      else this.endUnheld(file);
    }
  }

  /** Time passes, and the job runs. */
  pass(hours: number): void {
    this.now += hours;
    const before = this.now - lifeHours;
    for (const entry of this.entries.filter(({ status }) => status !== 'deleted')) {
      for (const [file, time] of entry.dropped) {
        if (time >= before) continue;
        entry.dropped.delete(file);
        entry.held.delete(file);
        this.endUnheld(file);
      }
    }
    for (const file of this.files) if (!file.isUsed && file.madeAt < before) file.isAlive = false;
  }

  private endUnheld(file: ModelFile): void {
    const isHeld = this.entries.some(({ status, held }) => status !== 'deleted' && held.has(file));
    if (!isHeld && !file.isKept) file.isAlive = false;
  }
}
