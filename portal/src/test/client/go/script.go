// What somebody writes against the client that was generated for them.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"belfry"
)

func must[T any](value T, _ any, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	portal, token, person, path := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	settings := belfry.NewConfiguration()
	settings.Servers = belfry.ServerConfigurations{{URL: portal}}
	jobs := belfry.NewAPIClient(settings).JobsAPI
	with := context.WithValue(context.Background(), belfry.ContextAccessToken, token)

	file, err := os.Open(path)
	if err != nil {
		panic(err)
	}
	stored := must(jobs.JobsAttach(with, "news").Name("plan.txt").Body(file).IdempotencyKey("go-0").Execute())
	entry := belfry.NewEntryForm("person")
	entry.SetEmail(person)
	letter := belfry.NewSend([]belfry.EntryForm{*entry})
	letter.SetMarkdown("From Go")
	letter.SetAttachment(stored.Id)
	sent := must(jobs.JobsSend(with, "news").Send(*letter).IdempotencyKey("go-1").Execute())
	again := must(jobs.JobsSend(with, "news").Send(*letter).IdempotencyKey("go-1").Execute())

	until := func(good func(*belfry.WholeJob) bool) *belfry.WholeJob {
		for tries := 0; tries < 600; tries++ {
			job := must(jobs.JobsDetail(with, "news", sent.Id).Execute())
			if good(job) {
				return job
			}
			time.Sleep(200 * time.Millisecond)
		}
		panic("it takes too long")
	}
	done := until(func(job *belfry.WholeJob) bool { return job.State == "finished" })
	must(jobs.JobsRecall(with, "news").RecallForm(*belfry.NewRecallForm(sent.Id)).IdempotencyKey("go-2").Execute())
	recalled := until(func(job *belfry.WholeJob) bool {
		return len(job.Run.FollowUps) > 0 && job.Run.FollowUps[0].State == "finished"
	}).Run.FollowUps[0]
	said, _ := json.Marshal([]any{again.Id == sent.Id, done.Run.Counts.Sent, recalled.Kind, recalled.Counts.Done})
	fmt.Println(string(said))
}
