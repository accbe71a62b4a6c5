"""Time to quality: so many seconds of training, then the test set translated by each program's own decoder."""

import json
import sys

import child
import peers
from sizes import LEARNING_RATE, SCHEDULE_WARM_UP, SIZES


class QualityBench:
    def __init__(self, tfm, workload, folder, threads, seconds, recipe):
        """recipe: what tfm does otherwise than its peer; see recipe_of()."""
        self.tfm, self.workload, self.folder, self.threads, self.seconds = tfm, workload, folder, threads, seconds
        self.recipe = recipe

    def measure(self, precisions):
        """Scores of each program at each time, as plain data."""
        ways = [("fairseq", self.fairseq), ("tfm", self.tfm_checkpoints)]
        plan = [(name, way, precision) for precision in precisions for name, way in ways]
        scores = []
        for number, (name, way, precision) in enumerate(plan, start=1):
            print(f"== {number} of {len(plan)}: {name}, {precision}, {self.seconds[-1]:g} s of training", file=sys.stderr, flush=True)
            for seconds, translation in way(self.folder / f"{name}-{precision}", precision):
                scores.append({"program": f"{name}, {precision}", "seconds": seconds, **self.score(translation)})
                print(f"== after {seconds:g} s: BLEU {scores[-1]['bleu']:.2f}, chrF2 {scores[-1]['chrf']:.2f}", file=sys.stderr, flush=True)
        return {"scores": scores}

    def fairseq(self, run, precision):
        """Yields each time and the translation that its checkpoint makes."""
        job = peers.write_job(run, self.workload, SIZES["tiny"], precision, self.threads, LEARNING_RATE, SCHEDULE_WARM_UP,
                              save_after=self.seconds)
        child.run(peers.launch("fairseq", "train_fairseq", job), run / "train.log", self.threads)
        for seconds in self.seconds:
            translation = run / f"{seconds}.zh"
            command = peers.launch("fairseq", "translate_fairseq", job, run / f"{seconds}.pt", translation)
            child.run(command, run / "translate.log", self.threads)
            yield seconds, translation

    def tfm_checkpoints(self, run, precision):
        """The same; tfm stops at each time, and goes on with a later one."""
        for seconds in self.seconds:
            training = {"precision": precision, "learning_rate": LEARNING_RATE, "warmup_steps": SCHEDULE_WARM_UP,
                        "max_steps": 10**8, "max_hours": seconds / 3600, **self.recipe}
            if run.exists():
                config = self.tfm.config(run, self.workload, SIZES["tiny"], training)
            else:
                config = self.tfm.begin(run, self.workload, SIZES["tiny"], training)
            self.tfm.train(config, run, run / "train.log")
            translation = run / f"{seconds}.zh"
            self.tfm.translate(run, self.workload.file("test", self.workload.source), translation, run / "translate.log")
            yield seconds, translation

    def score(self, translation):
        output = self.folder / "score.json"
        reference = self.workload.file("test", self.workload.target)
        child.run(peers.launch("fairseq", "score", reference, translation), self.folder / "score.log", 1, output)
        return json.loads(output.read_text())
